"""The wheel and the sdist. What compiles for minutes is taken from the build that is tested."""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

import cgt

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))
BUILD = os.environ.get("CGT_BUILD", str(pathlib.Path(cgt.__file__).parents[2]))


def run(*command, **environment):
    names = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(
        [str(c) for c in command], capture_output=True, text=True, check=False,
        env={**names, "PIP_NO_INDEX": "1", **environment}, cwd="/",
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A wheel and an sdist, made from a copy, so that the tree stays as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    package = folder / "lang" / "python"
    for part in ("cgt", "decomp", "lang"):
        shutil.copytree(ROOT / part, folder / part)
    for part in ("CMakeLists.txt", "CMakePresets.json", "LICENSE"):
        shutil.copyfile(ROOT / part, folder / part)
    out = folder / "out"
    for kind in ("--wheel", "--sdist"):
        run(sys.executable, "-m", "build", kind, "--no-isolation", "-o", out, package, CGT_BUILD=BUILD)
    (wheel,) = out.glob("*.whl")
    (sdist,) = out.glob("*.tar.gz")
    return folder, wheel, sdist


def test_wheel_passes_the_tests_of_games(built):
    folder, wheel, _ = built
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("cgt/py.typed", "cgt/_cgt.pyi", "cgt/_rulesets.pyi", "cgt/rulesets.py"):
        assert name in names
    assert f"cgt-{cgt.__version__}-" in wheel.name and len([n for n in names if n.endswith(".so")]) == 1
    environment = folder / "venv"
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", environment)
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-deps", "--prefix", environment, "--ignore-installed", wheel)
    tests = pathlib.Path(__file__).parent / "test_games.py"
    out = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, PYTHONDONTWRITEBYTECODE="1")
    assert " passed" in out
    assert str(environment) in run(python, "-c", "import cgt; print(cgt.__file__)")


def test_wheel_needs_no_readline(built):
    folder, wheel, _ = built
    zipfile.ZipFile(wheel).extractall(folder / "content")
    (module,) = (folder / "content" / "cgt").glob("*.so")
    libraries = run("ldd", module)
    assert "libgmp" in libraries and "readline" not in libraries
    # Only its entry is seen from outside.
    symbols = [line.split()[-1] for line in run("nm", "-D", "--defined-only", module).splitlines()]
    assert "PyInit__cgt" in symbols and not [s for s in symbols if s.startswith("_ZN3cgt")]


def test_sdist_has_all_sources(built):
    _, _, sdist = built
    names = {n.split("/", 1)[1] for n in tarfile.open(sdist).getnames() if "/" in n}
    for name in ("setup.py", "pyproject.toml", "source/lang/python/_cgt.pyi", "cgt/py.typed", "cgt/rulesets.py"):
        assert name in names
    for folder in ("cgt", "decomp", "lang"):
        for source in (ROOT / folder).rglob("*.?pp"):
            assert f"source/{source.relative_to(ROOT)}" in names
    assert "source/CMakeLists.txt" in names


def test_another_interpreter_is_told_which_one_is_right(tmp_path):
    for source in (ROOT / "lang/python/cgt").glob("*.py"):
        (tmp_path / "cgt").mkdir(exist_ok=True)
        shutil.copyfile(source, tmp_path / "cgt" / source.name)
    (tmp_path / "cgt" / "_cgt.cpython-39-x86_64-linux-gnu.so").write_bytes(b"")
    done = subprocess.run([sys.executable, "-c", "import cgt"], capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": str(tmp_path)}, cwd="/")
    version = "cpython {}.{}".format(*sys.version_info[:2])
    assert f"ImportError: this copy of cgt is for CPython 3.9; the interpreter is {version}" in done.stderr
