// The workshop: what builds and checks the project. A module of its own, so that the module above names what the
// product needs.
module github.com/block-regularized/bcv/tools

go 1.26.0

require (
	github.com/block-regularized/bcv v0.0.0-00010101000000-000000000000
	github.com/go-gota/gota v0.12.0
	github.com/go-rod/rod v0.116.2
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/sync v0.21.0
	gonum.org/v1/gonum v0.17.0
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/clipperhouse/uax29/v2 v2.2.0 // indirect
	github.com/go-logr/logr v1.4.2 // indirect
	github.com/gofrs/uuid v4.4.0+incompatible // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/janpfeifer/gonb v0.11.5 // indirect
	github.com/mattn/go-runewidth v0.0.31 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/thedatashed/xlsxreader v1.2.8 // indirect
	github.com/ysmood/fetchup v0.2.4 // indirect
	github.com/ysmood/goob v0.4.0 // indirect
	github.com/ysmood/got v0.40.0 // indirect
	github.com/ysmood/gson v0.7.3 // indirect
	github.com/ysmood/leakless v0.9.0 // indirect
	golang.org/x/exp v0.0.0-20250106191152-7588d65b2ba8 // indirect
	golang.org/x/image v0.30.0 // indirect
	golang.org/x/net v0.56.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.44.0 // indirect
	golang.org/x/text v0.38.0 // indirect
	gonum.org/v1/plot v0.17.0 // indirect
	k8s.io/klog/v2 v2.130.1 // indirect
)

replace github.com/block-regularized/bcv => ..
