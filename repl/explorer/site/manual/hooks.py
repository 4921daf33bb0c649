"""What mkdocs has to know of our pages: blocks that continue others, and files that are not on the site."""

import pathlib
import re
import textwrap

LISTED = re.compile(r'^( +)```\w*\n.*?^\1```$', re.M | re.S)
CONTINUED = re.compile(r'^```(\w+) continued$', re.M)
LINK = re.compile(r'(?<!!)\[((?:[^][]|\[[^][]*\])+)\]\(([^)\s#]+)(#[^)\s]*)?\)')


def on_page_markdown(markdown, page, config, files):
    folder = pathlib.PurePosixPath(page.file.src_path).parent

    def link(found):
        text, target, _ = found.groups()
        if '://' in target:
            return found[0]
        parts = []
        for part in (folder / target).parts:
            if part == '..' and parts and parts[-1] != '..':
                parts.pop()
            else:
                parts.append(part)
        # Sources are not on the site.
        return found[0] if files.get_file_from_path('/'.join(parts)) else text

    # Python-Markdown has no second word behind the language of a block, and no blocks in lists.
    text = CONTINUED.sub(r'``` { .\1 .continued }', markdown)
    text = LISTED.sub(lambda found: '\n' + textwrap.dedent(found[0]) + '\n', text)
    # Code is as it is.
    parts = re.split(r'(^```.*?^```$|`[^`\n]+`)', text, flags=re.M | re.S)
    return ''.join(part if part.startswith('`') else LINK.sub(link, part) for part in parts)


def on_post_build(config):
    # The page searches the index by itself.
    for file in (pathlib.Path(config['site_dir']) / 'search').glob('*.js'):
        file.unlink()
