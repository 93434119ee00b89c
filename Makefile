.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

bin := .venv/bin
built := .venv/.built
sources := Cargo.toml Cargo.lock pyproject.toml $(shell find src -name '*.rs')

.PHONY: help
help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: $(built) ## build svara and play Svara; without a terminal, watch an evening of it
	@if [ -t 0 ] && [ -t 1 ]; then $(bin)/svara play; else \
	    printf 'An evening of three players that svara brings along, with all cards open:\n\n' >&2; \
	    $(bin)/svara play --watch --stack 30 --seed 395; fi

.PHONY: test
test: lint ## build svara and run every check
	cargo test --quiet --locked
	$(bin)/pytest --quiet

.PHONY: lint
lint: .venv/.checks $(built) ## the checks that run nothing: formatting, lints, types, the stub
	@tools/check-rust fmt clippy
	cargo fmt --check
	cargo clippy --quiet --locked --all-targets --features python -- -D warnings
	$(bin)/ruff check --quiet
	$(bin)/ruff format --check --quiet
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
odds-table: ## make the exact tables of odds anew, and say whether they equal the shipped ones
	cargo run --quiet --release --locked --example odds_table

.PHONY: wheel
wheel: .venv/.build-tools ## build the wheel for this machine into dist/
	$(bin)/maturin build --release --locked --out dist

.PHONY: bench
bench: .venv/.bench $(built) ## measure, beside what a user would take instead
	cargo bench --quiet --locked --bench hands --bench batch
	$(bin)/pytest --quiet --benchmark-enable --benchmark-columns=min,median,rounds benches

.PHONY: lock
lock: .venv/.checks ## renew the lock files after a change of the dependencies
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group docs -o requirements/docs.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group build -o requirements/build.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group check -o requirements/check.txt
	$(bin)/uv pip compile --quiet --universal --generate-hashes --group bench -c requirements/check.txt -o requirements/bench.txt

.PHONY: clean
clean: ## remove everything that was made
	rm -rf .venv target dist docs/_build python/svara/_core.*.so

$(built): .venv/.build-tools $(sources)
	@echo 'Building svara…' >&2
	@said=$$($(bin)/maturin develop --release --locked --quiet 2>&1) || { echo "$$said" >&2; exit 1; }
	@touch $@

.venv/.build-tools: requirements/build.txt
	@tools/check-rust && python=$$(tools/find-python) && echo 'Making .venv…' >&2 && $$python -m venv .venv
	@$(bin)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
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
