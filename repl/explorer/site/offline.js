// A service worker: keeps all files of the site, so that it works without a network after the first visit. files.js
// names them and their version; a new version is fetched as a whole, and is shown when no page of the old one is open.
importScripts('files.js');
const {version, files} = self.cgtSite;
const name = `cgt-${version}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, {cache: 'no-cache'})))));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((one) => one.startsWith('cgt-') && one !== name)
    .map((one) => caches.delete(one)))));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(name)
    .then((cache) => cache.match(event.request, {ignoreSearch: true}))
    .then((found) => found ?? fetch(event.request)));
});
