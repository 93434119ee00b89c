.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

bin := .venv/bin
built := .venv/.built
sources := Cargo.toml Cargo.lock pyproject.toml $(shell find src -type f)

.PHONY: help
help: ## what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: $(built) ## build svara and play Svara; without a terminal, watch an evening of it
	@if [ -t 0 ] && [ -t 1 ]; then $(bin)/svara play; else \
	    printf 'An evening of three programs that come with svara, with all cards open:\n\n' >&2; \
	    $(bin)/svara play --watch --stack 30 --seed 290; fi

.PHONY: test
test: lint ## build svara and run every check
	cargo test --quiet --locked
	$(bin)/pytest --quiet

.PHONY: lint
lint: .venv/.checks $(built) ## the checks without tests: formatting, lints, spelling, wording, types, the stub
	@tools/check-rust fmt clippy
	cargo fmt --check
	cargo clippy --quiet --locked --all-targets --features python -- -D warnings
	$(bin)/ruff check --quiet
	$(bin)/ruff format --check --quiet
	$(bin)/codespell
	$(bin)/python tools/check_words.py
	$(bin)/mypy
	$(bin)/basedpyright
	$(bin)/python -m mypy.stubtest svara._core

.PHONY: docs
docs: .venv/.docs $(built) ## build the documentation into docs/_build/html
	@$(bin)/sphinx-build --quiet --fail-on-warning --keep-going --nitpicky --fresh-env docs docs/_build/html
	@echo 'docs/_build/html/index.html'

.PHONY: fmt
fmt: .venv/.checks ## format the code
	cargo fmt
	$(bin)/ruff check --fix --quiet
	$(bin)/ruff format --quiet

.PHONY: odds-table
odds-table: ## compute the exact tables of odds again, and compare them with the shipped ones
	cargo run --quiet --release --locked --example odds_table

.PHONY: wheel wheel-armv7 wheel-aarch64
wheel: .venv/.cross ## build the wheel for x86-64 into dist/ and check it
	@output=$$($(build_wheel) --target x86_64-unknown-linux-gnu 2>&1) || { echo "$$output" >&2; exit 1; }
	@$(bin)/python tools/check_wheel.py dist/*_x86_64.whl

wheel-armv7: dist/.armv7 ## build the wheel for 32-bit ARM into dist/ and check it
wheel-aarch64: dist/.aarch64 ## build the wheel for 64-bit ARM into dist/ and check it

.PHONY: test-armv7 test-aarch64
test-armv7 test-aarch64: test-%: dist/.% .cache/arm/%/python/.done ## run the tests on an emulated ARM (TESTS=… chooses)
	@tools/arm/test-wheel $* $(TESTS)

.PHONY: measure-armv7
measure-armv7: dist/.armv7 .cache/arm/armv7/python/.done ## measure the memory and size of svara on a handheld (COMMAND='-m svara …')
	@tools/arm/install-wheel armv7
	@$(bin)/python tools/arm/measure.py $(if $(COMMAND),"$(COMMAND)")

.PHONY: measure-batch
arms := armv7 aarch64
measure-batch: .venv/.cross $(arms:%=.cache/arm/%/rust/.done) $(arms:%=.cache/arm/%/python/.done) ## count the instructions of a batch on ARM, with NEON and without
	@for arm in $(arms); do tools/arm/measure-batch $$arm || exit 1; done

.PHONY: sdist
sdist: .venv/.cross ## build the source distribution into dist/, and a wheel from it in an empty environment
	@output=$$($(bin)/maturin sdist --out dist 2>&1) || { echo "$$output" >&2; exit 1; }
	@tools/check-sdist dist/*.tar.gz

.PHONY: bench
bench: .venv/.bench $(built) ## run the benchmarks, beside other packages
	cargo bench --quiet --locked --bench hands --bench batch
	$(bin)/pytest --quiet --benchmark-enable --benchmark-columns=min,median,rounds benches

SECONDS ?= 60
.PHONY: prove
prove: .venv/.checks $(built) ## run the proofs that take longer than a test (SECONDS=… for each)
	@SVARA_SECONDS=$(SECONDS) $(bin)/pytest --quiet proofs

.PHONY: figures
figures: .venv/.build-tools ## measure the code: long files, long and deeply nested functions
	@$(bin)/python tools/code_figures.py

.PHONY: lock
lock: .venv/.checks ## update the lock files after a change of the dependencies
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group docs -o requirements/docs.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group build -o requirements/build.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group check -c requirements/docs.txt -o requirements/check.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group cross -c requirements/check.txt -o requirements/cross.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group emulated -c requirements/check.txt -o requirements/emulated.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group bench -c requirements/check.txt -o requirements/bench.txt

.PHONY: clean
clean: ## remove everything that was made
	rm -rf .venv .cache/arm target dist docs/_build python/svara/_core.*.so

$(built): .venv/.build-tools $(sources)
	@echo 'Building svara…' >&2
	@output=$$($(bin)/maturin develop --release --locked --quiet 2>&1) || { echo "$$output" >&2; exit 1; }
	@touch $@

.venv/.build-tools: requirements/build.txt
	@tools/check-rust && python=$$(tools/find-python) && echo 'Making .venv…' >&2 && $$python -m venv .venv
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	@touch $@

# PyO3 and Python's stable interface need no Python of the other machine to build for it; zig links for its C library.
build_wheel = PATH=$(CURDIR)/$(bin):$$PATH $(bin)/maturin build --release --locked --zig \
	--compatibility manylinux2014 --out dist

dist/.armv7 dist/.aarch64: dist/.%: .venv/.cross .cache/arm/%/rust/.done $(sources) $(shell find python -name '*.py*')
	@set -- $* && . tools/arm/architecture && rm -f dist/*_$$machine.whl && \
		output=$$(RUSTC=$$cache/$*/rust/rustc RUSTFLAGS=$$flags $(build_wheel) --target-dir target/arm --target $$target 2>&1) || \
		{ echo "$$output" >&2; exit 1; }; \
		$(bin)/python tools/check_wheel.py dist/*_$$machine.whl
	@touch $@

.PRECIOUS: .cache/arm/%/rust/.done .cache/arm/%/python/.done
.cache/arm/%/rust/.done: tools/arm/get-rust tools/arm/package-lists tools/arm/unpack-packages tools/arm/architecture
	@echo "Getting Debian's Rust for $*…" >&2
	@tools/arm/get-rust $*
	@touch $@

.cache/arm/%/python/.done: tools/arm/get-python tools/arm/package-lists tools/arm/unpack-packages tools/arm/architecture .venv/.cross requirements/emulated.txt
	@echo "Getting Debian's Python for $*…" >&2
	@tools/arm/get-python $*
	@touch $@

.venv/.cross: .venv/.build-tools requirements/cross.txt
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/cross.txt
	@touch $@

.venv/.bench: .venv/.checks requirements/bench.txt $(shell find benches/empty_method -name '*.rs' -o -name '*.toml')
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@$(bin)/maturin develop --release --locked --quiet -m benches/empty_method/Cargo.toml --target-dir target
	@touch $@

.venv/.checks: .venv/.build-tools requirements/check.txt
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/check.txt
	@touch $@

.venv/.docs: .venv/.build-tools requirements/docs.txt
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@touch $@
