"""What mkdocs has to know of our pages: blocks that continue others, files that are not on the site, and the lessons, which are
notebooks."""

import json
import pathlib
import re
import textwrap

from mkdocs.structure.files import File

LISTED = re.compile(r'^( +)```\w*\n.*?^\1```$', re.M | re.S)
CONTINUED = re.compile(r'^```(\w+) continued$', re.M)
LINK = re.compile(r'(?<!!)\[((?:[^][]|\[[^][]*\])+)\]\(([^)\s#]+)(#[^)\s]*)?\)')
LESSONS = pathlib.Path(__file__).resolve().parents[4] / 'examples' / 'notebooks' / 'lessons'


def on_files(files, config):
    for path in sorted(LESSONS.glob('*.ipynb')):
        files.append(File(f'lessons/{path.stem}.md', LESSONS, config['site_dir'], use_directory_urls=False))


def on_page_read_source(page, config):
    """Of a lesson its texts, and its cells as transcripts without answers: the page runs them."""
    path = pathlib.PurePosixPath(page.file.src_path)
    if path.parent.name != 'lessons':
        return None
    parts = []
    for cell in json.loads((LESSONS / f'{path.stem}.ipynb').read_text())['cells']:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'code':
            continued = ' continued' if any(part.startswith('```') for part in parts) else ''
            source = f'```cgt{continued}\ncgt> ' + source.replace('\n', '\n...> ') + '\n```'
        else:
            source = source.replace('](../../../docs/', '](../').replace('.ipynb)', '.md)')
        parts.append(source)
    return '\n\n'.join(parts) + '\n'


def on_page_markdown(markdown, page, config, files):
    folder = pathlib.PurePosixPath(page.file.src_path).parent

    def link(found):
        text, target, _ = found.groups()
        if '://' in target:
            return found[0]
        if target.startswith('../examples/notebooks/lessons/'):
            return f'[{text}](lessons/{pathlib.PurePosixPath(target).stem}.md)'
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
    # Code is as it is; only in cells of tables it has `\|` for a bar, which Python-Markdown would show.
    parts = re.split(r'(^```.*?^```$|`[^`\n]+`)', text, flags=re.M | re.S)
    for i, part in enumerate(parts):
        if not part.startswith('`'):
            parts[i] = LINK.sub(link, part)
        elif not part.startswith('```'):
            parts[i] = part.replace('\\|', '|')
    return ''.join(parts)


def on_post_build(config):
    # The page searches the index by itself.
    for file in (pathlib.Path(config['site_dir']) / 'search').glob('*.js'):
        file.unlink()
