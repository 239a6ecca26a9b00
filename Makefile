# The commands of this repository. `make help` lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# How much the notebooks and the account compute: quick (minutes) or paper.
BCV_SCALE ?= quick
export BCV_SCALE

# As releases and the site are built, so that no library is compiled twice.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
# In a clone of another user git answers nothing, and go build would ask it for the revision.
ifneq ($(findstring dubious,$(shell git rev-parse --git-dir 2>&1)),)
GOFLAGS += -buildvcs=false
endif

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "BCV_SCALE=paper make reproduce runs at the sizes of the papers (default: quick)."

.PHONY: reproduce
reproduce: announce-reproduce setup ## Run all notebooks, write them with HTML copies, print the account
	@scripts/execute-notebooks.sh --in-place
	@scripts/export-html.sh
	@go run ./research/cmd/bcv-research reproduce --scale $(BCV_SCALE)

.PHONY: test
test: announce-test packages-test kernel ## Run the tests of the code and of the notebooks
	@scripts/test-go.sh
	@$(MAKE) --no-print-directory test-examples
	BCV_SCALE=quick scripts/execute-notebooks.sh --check

.PHONY: test-full
test-full: announce-test-full packages-full kernel docs-test slurm-test browser-test site-test paper cross staticcheck ## What make test leaves out: documents in Python and R, Slurm, a browser, the site, the manuscript

.PHONY: docs-test
docs-test: packages-full ## Run the programs in the documents, and the clients for Python, R and node
	go -C tools vet -tags docs ./docs ./release
	go -C tools test -vet=off -count=1 -timeout 30m -tags docs -run Docs ./docs ./release

.PHONY: browser-test
browser-test: packages-full kernel ## Run the quickstart in a browser
	go -C tools vet -tags browser ./notebook
	go -C tools test -vet=off -count=1 -timeout 30m -tags browser -run Browser -v ./notebook

.PHONY: site
site: packages-site ## Build the static site of documents, notebooks, gallery and account
	@scripts/build-site.sh

.PHONY: site-test
site-test: site ## Check the links of the site, and with axe-core that everybody can read it
	go -C tools vet -tags site ./site
	@scripts/fetch-axe.sh
	go -C tools test -vet=off -count=1 -tags site -run Site ./site

.PHONY: paper
paper: packages-paper ## Build the manuscript, docs/why/paper, as a PDF
	@scripts/build-paper.sh

.PHONY: slurm-test
slurm-test: packages-slurm ## Run docker/cluster with Slurm, Snakemake and GNU parallel; BCV_SLURM=skip leaves these out
	go -C docker/cluster/job vet ./...
	go -C tools vet -tags slurm ./cluster
	go -C docker/cluster/job test -vet=off -count=1 ./...
	go -C tools test -vet=off -count=1 -timeout 30m -tags slurm -v ./cluster

.PHONY: test-quick
test-quick: ## For daily work: vet, formatting, the tests without simulations, race detector and Jupyter
	go vet ./...
	go -C tools vet ./...
	scripts/check-format.sh
	go test -short -vet=off $$(go list ./... | grep -vE '/research/(reproduce|study)/')
	go -C tools test -short -vet=off ./...

.PHONY: freeze
freeze: ## Say which answers of bcv on shipped and on 2,000 generated files are not those of answers.txt (ten minutes)
	go -C tools run ./freeze

.PHONY: test-examples
test-examples: ## Check and test the modules below examples/, of which ./... knows nothing
	cd examples/mnist && go vet ./... && go test -vet=off ./...

.PHONY: cross
cross: ## Check all packages for other systems (32 bits, Windows, WebAssembly) and run bcv under node
	@go -C tools run ./cross .. linux/386 windows/amd64 js/wasm wasip1/wasm
	@echo "bcv compare under node"
	@GOOS=wasip1 GOARCH=wasm go build -o clients/node/bcv.wasm ./pkg/cmd/bcv
	@diff <(go run ./pkg/cmd/bcv compare --verbose data/samples/losses.csv) \
		<(clients/node/bin.js compare --verbose data/samples/losses.csv)

# Versions of the checkers, which are not part of the module.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
VULNDB ?= https://vuln.go.dev

.PHONY: staticcheck
staticcheck: ## Look for mistakes with staticcheck (fetched at a fixed version)
	go run $(STATICCHECK) ./...
	cd tools && go run $(STATICCHECK) ./...

.PHONY: govulncheck
govulncheck: ## Look for known vulnerabilities in what is called; skipped, with a note, without its database
	@if ! curl --silent --fail --max-time 10 --output /dev/null $(VULNDB)/index/db.json; then \
		echo "govulncheck is skipped: $(VULNDB) cannot be read; set VULNDB to a copy (https or file)"; \
	else \
		go run $(GOVULNCHECK) -db $(VULNDB) ./...; \
	fi

.PHONY: licences
licences: ## Write docs/research/licences.md, the licences of all modules
	@scripts/list-licences.sh >docs/research/licences.md.new && mv docs/research/licences.md.new docs/research/licences.md

.PHONY: release
release: ## Build archives of bcv for six systems, with licences and sums, from the commit
	@go -C tools run ./release

.PHONY: wheels
wheels: release ## Build wheels of clients/python with the program inside, from the archives
	@rm -rf .build/wheels
	@scripts/build-wheels.py .build/release/bcv-v*
	@cd .build/wheels && sha256sum *.whl >>../release/SHA256SUMS

.PHONY: npm
npm: ## Build the package of clients/node for npm into .build/npm, with archives for this system alone
	@go -C tools run ./release -out ../.build/npm -targets $$(go env GOOS)/$$(go env GOARCH)

.PHONY: release-site
release-site: site ## Pack the site for the release
	@mkdir -p .build/release
	@cd .build/site && rm -f ../release/bcv-site.zip && python3 -m zipfile -c ../release/bcv-site.zip html
	@cd .build/release && touch SHA256SUMS && sed -i '/bcv-site.zip$$/d' SHA256SUMS && sha256sum bcv-site.zip >>SHA256SUMS

.PHONY: r-package
r-package: release ## Build the package for R of the release with its vignette, as CRAN wants it
	@scripts/build-r-package.sh .build/release/bcvcompare_*.tar.gz

.PHONY: release-check
release-check: packages-release ## Build archives twice, compare them, and try all packages on a bare system, as the documents say
	@scripts/check-release.sh

.PHONY: tag
tag: ## Make the commit and the tag of a release: make tag VERSION=0.1.0
	@scripts/tag-release.sh "$(VERSION)"

.PHONY: setup
setup: packages-notebooks kernel ## Install Jupyter if missing, build and register the kernel

.PHONY: notebooks
notebooks: setup ## Run all notebooks and write them with their outputs
	@scripts/execute-notebooks.sh --in-place

.PHONY: html
html: packages-notebooks ## Write HTML copies of the notebooks to html/
	@scripts/export-html.sh

.PHONY: lab
lab: packages-lab setup gopls ## Open the notebooks, or those of a folder (DIR=...), in the browser
	@scripts/start-lab.sh

.PHONY: bench
bench: ## Run the benchmarks
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: bench-peers
bench-peers: packages-peers ## Time learners and metrics beside scikit-learn, and CRFPP=DIR with CRF++, in one run of minutes
	@go -C tools run ./peerbench -crfpp "$(CRFPP)"

.PHONY: bench-large
bench-large: packages-peers ## Time kNN and SVM on 20,000 and 40,000 records beside scikit-learn
	@go -C tools run ./peerbench -large

.PHONY: docker-check
docker-check: ## Check docker/ without a Docker engine
	@scripts/check-docker.sh

.PHONY: docker-test
docker-test: ## Build and try the images without a Docker engine, as root on Debian, by buildah
	@scripts/test-docker.sh

.PHONY: clean
clean: ## Remove what was built: .build/ and html/
	rm -rf .build html

.PHONY: announce-reproduce announce-test announce-test-full
announce-reproduce announce-test announce-test-full:
	@scripts/announce.sh $(@:announce-%=%)

.PHONY: packages-notebooks packages-lab packages-test packages-full packages-release packages-slurm packages-site packages-paper packages-peers kernel gopls
packages-notebooks:
	@scripts/install-packages.sh notebooks
packages-lab:
	@scripts/install-packages.sh lab
packages-test:
	@scripts/install-packages.sh test
packages-full:
	@scripts/install-packages.sh full
packages-release:
	@scripts/install-packages.sh release
packages-slurm:
	@scripts/install-packages.sh slurm
packages-site:
	@scripts/install-packages.sh site
packages-paper:
	@scripts/install-packages.sh paper
packages-peers:
	@scripts/install-packages.sh peers
kernel:
	@scripts/install-kernel.sh
gopls:
	@scripts/install-kernel.sh gopls
