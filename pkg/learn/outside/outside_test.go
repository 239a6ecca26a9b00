package outside

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// mixed returns n records with a number, a nominal feature whose names need

// quotation marks, and the class or response.

func mixed(n int, regression bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	d := &dataset.Data{
		Name: "mixed",
		X:    mat.NewDense(n, 2, nil),
		Features: []dataset.Feature{
			{Name: "size, cm"},
			{Name: "colour", Levels: []string{`"red"`, "green", "blue, dark"}},
		},
	}
	for i := range n {
		c := rng.IntN(3)
		d.X.SetRow(i, []float64{rng.NormFloat64() + 3*float64(c), float64(rng.IntN(3))})
		if regression {
			d.Response = append(d.Response, d.X.At(i, 0)/3)
		} else {
			d.Classes = []string{"small one", "middle", "a \"big\" one"}
			d.Class = append(d.Class, int32(c))
		}
	}
	return d
}

// part returns the command in which the test binary plays a part.

func part(name string, env ...string) Command {
	return Command{
		Name: os.Args[0], Label: name, Timeout: 20 * time.Second,
		// Without GORACE, a program under the race detector sleeps 1 s at its end.
		Env: append(env, "OUTSIDE_PLAY="+name, "GORACE=atexit_sleep_ms=0"), Serve: strings.HasPrefix(name, "serve"),
	}
}

func mustFitter(t testing.TB, c Command, d *dataset.Data) *fitter {
	t.Helper()
	p, err := c.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := inside(p.NewFitter(nil))
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// inside returns the fitter within a classifier.
func inside(f learn.Fitter) *fitter {
	if c, ok := f.(classifier); ok {
		return c.fitter
	}
	return f.(*fitter)
}

// split returns a random half of 0..n-1 and the rest, both ascending.

func split(n int, seed uint64) (train, valid []int32) {
	for i, k := range rand.New(rand.NewPCG(seed, 3)).Perm(n) {
		if i < n/2 {
			train = append(train, int32(k))
		} else {
			valid = append(valid, int32(k))
		}
	}
	slices.Sort(train)
	slices.Sort(valid)
	return train, valid
}

// want returns the predictions of the program nearest, computed here.

func want(d *dataset.Data, train, valid []int32) []float64 {
	out := make([]float64, len(valid))
	for k, i := range valid {
		best := -1.0
		for _, j := range train {
			x := d.X.At(int(i), 0) - d.X.At(int(j), 0)
			dist := x * x
			if d.X.At(int(i), 1) != d.X.At(int(j), 1) {
				dist++
			}
			if best < 0 || dist < best {
				best, out[k] = dist, d.Target(j)
			}
		}
	}
	return out
}

func TestFitPredict(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"nearest", "serve"} {
		for _, regression := range []bool{false, true} {
			d := mixed(40, regression)
			f := mustFitter(t, part(name), d)
			for seed := range uint64(3) {
				train, valid := split(d.N(), seed)
				if _, err := f.Fit(t.Context(), train); err != nil {
					t.Fatal(err)
				}
				got := make([]float64, len(valid))
				f.Predict(valid, got)
				if w := want(d, train, valid); !slices.Equal(got, w) {
					t.Errorf("%s, regression %v: predicted %v, want %v", name, regression, got, w)
				}
				f.Predict(nil, nil)
			}
		}
	}
}

// What the program is given of records outside the training set are the features
// of those it predicts, so that an honest one knows no more.
func TestContract(t *testing.T) {
	numtest.NotRaced(t)
	t.Parallel()
	for _, regression := range []bool{false, true} {
		learntest.Contract(t, learntest.Case{Learner: part("serve"), Data: mixed(40, regression)})
	}
	learntest.Contract(t, learntest.Case{Learner: part("serve-shares"), Data: mixed(40, false), PredictsOtherwise: true})
}

// A fit on records of a data set equals one on a copy of those records.

func TestCopy(t *testing.T) {
	d := mixed(30, false)
	train, valid := split(d.N(), 5)
	f := mustFitter(t, part("nearest"), d)
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	got := make([]float64, len(valid))
	f.Predict(valid, got)

	g := mustFitter(t, part("nearest"), d.Take(append(slices.Clone(train), valid...)))
	first, rest := make([]int32, len(train)), make([]int32, len(valid))
	for i := range first {
		first[i] = int32(i)
	}
	for i := range rest {
		rest[i] = int32(len(train) + i)
	}
	if _, err := g.Fit(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	copied := make([]float64, len(rest))
	g.Predict(rest, copied)
	if !slices.Equal(got, copied) {
		t.Errorf("predicted %v on a subset, %v on its copy", got, copied)
	}
}

func TestPredictAll(t *testing.T) {
	d := mixed(12, false)
	c := part("nearest")
	c.PredictAll = true
	f := mustFitter(t, c, d)
	all := make([]int32, d.N())
	for i := range all {
		all[i] = int32(i)
	}
	if _, err := f.Fit(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	got := make([]float64, d.N())
	f.Predict(all, got)
	for i, v := range got {
		if v != d.Target(int32(i)) {
			t.Errorf("record %d: predicted %v, its class is %v", i, v, d.Target(int32(i)))
		}
	}
}

func TestPredictPanics(t *testing.T) {
	d := mixed(12, false)
	f := mustFitter(t, part("nearest"), d)
	out := make([]float64, 1)
	if !panics(func() { f.Predict([]int32{1}, out) }) {
		t.Error("no panic before a fit")
	}
	if _, err := f.Fit(t.Context(), []int32{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if !panics(func() { f.Predict([]int32{1}, out) }) {
		t.Error("no panic for a training record")
	}
	f.Predict([]int32{0}, out)
	if _, err := f.Fit(t.Context(), nil); err == nil || !panics(func() { f.Predict([]int32{0}, out) }) {
		t.Error("predictions of an earlier fit stay after a fit that failed")
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return
}

// TestProtocol checks what the program gets.

func TestProtocol(t *testing.T) {
	d := mixed(6, false)
	c := part("arguments")
	c.Args = []string{"--in={train}", "x", "{predictions}", "{seed}"}
	_, err := mustFitter(t, c, d).Fit(t.Context(), []int32{0, 2})
	if err == nil {
		t.Fatal("no error")
	}
	seed := strconv.FormatUint(uint64(learn.RandFor(0, []int32{0, 2}).Uint32()>>1), 10)
	for _, w := range []string{"outside: arguments: exit status 7; it said: ",
		"BCV_NOMINAL=colour", `BCV_CLASSES=small one,middle,"a ""big"" one"`, "BCV_TASK=classification", "BCV_SEED=" + seed} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q lacks %q", err, w)
		}
	}
	j := job{train: "a", test: "b", predictions: "c", seed: 7}
	for _, tt := range []struct{ in, out []string }{
		{nil, []string{"a", "b", "c"}},
		{[]string{"s.py", "{seed}"}, []string{"s.py", "7", "a", "b", "c"}},
		{[]string{"--in={train},{test}", "-v", "{predictions}"}, []string{"--in=a,b", "-v", "c"}},
		{[]string{"{train}"}, []string{"a"}},
	} {
		if got := j.arguments(tt.in); !slices.Equal(got, tt.out) {
			t.Errorf("arguments %q become %q, want %q", tt.in, got, tt.out)
		}
	}
}

// TestFiles is the exact text of both files.

func TestFiles(t *testing.T) {
	d := mixed(3, false)
	d.X = mat.NewDense(3, 2, []float64{1e-300, 0, 0.1, 1, 1e21, 2})
	d.Class = []int32{0, 1, 2}
	dir := t.TempDir()
	j := job{train: filepath.Join(dir, "a"), test: filepath.Join(dir, "b")}
	if _, err := encode(d).write(j, []int32{0, 2}, []bool{false, true, false}, nil); err != nil {
		t.Fatal(err)
	}
	train, _ := os.ReadFile(j.train)
	test, _ := os.ReadFile(j.test)
	wantTrain := "\"size, cm\",colour,target\n1e-300,\"\"\"red\"\"\",small one\n1e+21,\"blue, dark\",\"a " +
		"\"\"big\"\" one\"\n"
	wantTest := "record,\"size, cm\",colour\n1,0.1,green\n"
	if string(train) != wantTrain || string(test) != wantTest {
		t.Errorf("train:\n%swant:\n%stest:\n%swant:\n%s", train, wantTrain, test, wantTest)
	}
}

func TestSeed(t *testing.T) {
	d := mixed(10, false)
	seed := func(f *fitter, train ...int32) string {
		_, err := f.Fit(t.Context(), train)
		return err.Error()
	}
	c := part("serve-seed")
	f, g := mustFitter(t, c, d), mustFitter(t, c, d)
	c.Seed = 1
	h := mustFitter(t, c, d)
	a, b := seed(f, 0, 1, 2), seed(f, 0, 1, 3)
	if a == b || a != seed(g, 0, 1, 2) || a == seed(h, 0, 1, 2) {
		t.Errorf("the seed must depend on the setting and the training records alone: %s, %s", a, b)
	}
}

func TestPredictAllocs(t *testing.T) {
	d := mixed(30, false)
	f := mustFitter(t, part("nearest"), d)
	train, valid := split(d.N(), 1)
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(valid))
	if n := testing.AllocsPerRun(100, func() { f.Predict(valid, out) }); n != 0 {
		t.Errorf("Predict allocates %v times", n)
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct{ command, want, long string }{
		{"python3 /home/me/knn.py -k 5", "knn.py", "knn.py -k 5"},
		{"python3 -u knn.py", "knn.py", "knn.py"},
		{"python3 -m forest.train --serve", "forest.train", "forest.train --serve"},
		{"Rscript models/tree.R", "tree.R", "tree.R"},
		{"/opt/bin/learn --config a.json", "learn", "learn --config a.json"},
		{"learn", "learn", "learn"},
	} {
		words := strings.Fields(c.command)
		l := Command{Name: words[0], Args: words[1:]}
		if l.String() != c.want || l.WithArguments() != c.long {
			t.Errorf("%s: %q, %q; want %q, %q", c.command, l, l.WithArguments(), c.want, c.long)
		}
		if l.Label = "5-NN"; l.String() != "5-NN" {
			t.Errorf("%q, want the label", l)
		}
	}
}

// Probabilities are those that the program wrote, divided by their sum, in the order of the classes.
func TestProbabilities(t *testing.T) {
	t.Parallel()
	d := mixed(12, false)
	for _, name := range []string{"shares", "serve-shares"} {
		f := classifier{mustFitter(t, part(name), d)}
		for _, train := range [][]int32{{0, 1, 2, 3, 4, 5, 6}, {1, 3, 5}} {
			if _, err := f.Fit(t.Context(), train); err != nil {
				t.Fatal(err)
			}
			want := make([]float64, d.K())
			for _, i := range train {
				want[d.Class[i]] += 1 / float64(len(train))
			}
			got := make([]float64, 2*d.K())
			if err := f.Probabilities([]int32{11, 8}, got); err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for k, v := range got {
				if sum += v; math.Abs(v-want[k%d.K()]) > 1e-8 {
					t.Errorf("%s: probabilities %v, want %v for each record", name, got, want)
					break
				}
			}
			if math.Abs(sum-2) > 1e-15*float64(len(got)) {
				t.Errorf("%s: probabilities of two records add up to %.17g", name, sum)
			}
			if !panics(func() { _ = f.Probabilities([]int32{1}, got) }) {
				t.Errorf("%s: no panic for a training record", name)
			}
		}
	}
}

// A program that writes none works as before; asking for its probabilities is an error that says what to write.
func TestNoProbabilities(t *testing.T) {
	d := mixed(12, false)
	p, err := part("nearest").Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil).(learn.Prober)
	if _, err := f.Fit(t.Context(), []int32{0, 1, 2}); err != nil {
		t.Fatal(err)
	}
	want := `outside: nearest: predictions.csv has no probabilities; write a column "p_small one" beside prediction, and ` +
		`one for each other class of BCV_CLASSES`
	if err := f.Probabilities(nil, nil); err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	if p, err = part("nearest").Prepare(t.Context(), mixed(12, true)); err != nil {
		t.Fatal(err)
	}
	if _, is := p.NewFitter(nil).(learn.Prober); is {
		t.Error("a fitter of numbers has probabilities")
	}
}
