# Every target bootstraps what it needs in .venv; a second run does no work twice.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src CMakeLists.txt pyproject.toml -type f -not -name '*.so' -not -path '*/__pycache__/*')

.PHONY: help demo test test-long check sanitize tsan bench docs web clean

help:
	@echo "make demo       solve a real instance of every pastime and draw it (demo/index.html)"
	@echo "make test       all quick tests          make test-long   the long ones"
	@echo "make check      format, lint, types, import contracts"
	@echo "make sanitize   the kernels' tests under ASan and UBSan, threads under TSan"
	@echo "make bench      the benchmarks           make docs        the command-line reference"
	@echo "make web        the web app              make clean       remove what was built"

.venv/pip.done:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip==26.3"
	@touch $@

.venv/run.done: .venv/pip.done pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group build --group run
	@touch $@

.venv/web.done: .venv/run.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group web
	@touch $@

.venv/dev.done: .venv/run.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

# The package is installed as users get it, so the tests see what they will see; build/ keeps the compiled parts.
.venv/package.done: .venv/run.done $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
	@touch $@

demo: .venv/package.done
	$(BIN)/passatempo demo

test: .venv/dev.done .venv/package.done
	$(BIN)/python -m pytest -n 2 --doctest-modules --pyargs passatempo tests -m "not long"

test-long: .venv/dev.done .venv/package.done
	$(BIN)/python -m pytest -n 2 tests -m long

check: .venv/dev.done .venv/package.done
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find src -name '*.[ch]pp')
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m passatempo.cli.reference --check docs/commands.md
	$(BIN)/python -m passatempo.cli.stubs --check

docs: .venv/dev.done .venv/package.done
	$(BIN)/python -m passatempo.cli.reference docs/commands.md
	$(BIN)/python -m passatempo.cli.stubs

# A second build of the kernels, with sanitizers, in front of the installed package. Every test that calls a kernel, on
# sound questions and on hostile ones, and the readers' mutated texts; then searches on two threads under TSan.
SANITIZED := tests/cards tests/machiavelli tests/minesweeper tests/mnk tests/optimiza tests/test_contract.py \
  tests/test_decoding.py

sanitize: .venv/dev.done .venv/package.done tsan
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DPASSATEMPO_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
	$(BIN)/cmake --build build/sanitize
	rm -rf build/sanitized && mkdir -p build/sanitized && cp -r src/passatempo build/sanitized/
	for room in build/sanitize/*/_kernel*.so; do cp $$room build/sanitized/passatempo/$$(basename $$(dirname $$room))/; done
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized \
	  $(BIN)/python -m pytest $(SANITIZED) -m "not long" -x -q -n 2

# The kernel whose searches share a table between threads. TSan wants the addresses that it knows: no random ones.
tsan: .venv/dev.done .venv/package.done
	$(BIN)/cmake -S . -B build/tsan -G Ninja -DPASSATEMPO_SANITIZE=thread -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
	$(BIN)/cmake --build build/tsan --target kernel_mnk
	rm -rf build/threaded && mkdir -p build/threaded && cp -r src/passatempo build/threaded/
	cp build/tsan/mnk/_kernel*.so build/threaded/passatempo/mnk/
	LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=build/threaded \
	  setarch -R $(BIN)/python -m pytest tests/mnk/test_threads.py -x -q -p no:cacheprovider

bench: .venv/dev.done .venv/package.done
	$(BIN)/python -m pytest benchmarks -q --benchmark-columns=median,iqr,rounds --benchmark-sort=name

web: .venv/package.done .venv/web.done
	$(BIN)/passatempo web

clean:
	rm -rf .venv build demo dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
