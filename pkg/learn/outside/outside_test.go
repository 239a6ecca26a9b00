package outside

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
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
	p, err := c.Prepare(d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter().(*fitter)
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
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

// want is what the program nearest predicts, computed here.
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
				if err := f.Fit(train); err != nil {
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

// A fit on records of a data set equals one on a copy of those records.
func TestCopy(t *testing.T) {
	d := mixed(30, false)
	train, valid := split(d.N(), 5)
	f := mustFitter(t, part("nearest"), d)
	if err := f.Fit(train); err != nil {
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
	if err := g.Fit(first); err != nil {
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
	if err := f.Fit(all); err != nil {
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
	if err := f.Fit([]int32{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if !panics(func() { f.Predict([]int32{1}, out) }) {
		t.Error("no panic for a training record")
	}
	f.Predict([]int32{0}, out)
	if f.Fit(nil) == nil || !panics(func() { f.Predict([]int32{0}, out) }) {
		t.Error("predictions of an earlier fit stay after a fit that failed")
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return
}

// TestProtocol looks at what the program is given.
func TestProtocol(t *testing.T) {
	d := mixed(6, false)
	c := part("arguments")
	c.Args = []string{"--in={train}", "x", "{predictions}", "{seed}"}
	err := mustFitter(t, c, d).Fit([]int32{0, 2})
	if err == nil {
		t.Fatal("no error")
	}
	seed := strconv.FormatUint(uint64(learn.Stream(0, []int32{0, 2}).Uint32()>>1), 10)
	// The message has the last lines alone: the environment in its own order.
	for _, w := range []string{"outside: arguments: exit status 7; it said: ", "BCV_NOMINAL=colour", "BCV_TASK=classification", "BCV_SEED=" + seed} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q lacks %q", err, w)
		}
	}
	j := job{"a", "b", "c", 7}
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
	wantTrain := "\"size, cm\",colour,target\n1e-300,\"\"\"red\"\"\",small one\n1e+21,\"blue, dark\",\"a \"\"big\"\" one\"\n"
	wantTest := "record,\"size, cm\",colour\n1,0.1,green\n"
	if string(train) != wantTrain || string(test) != wantTest {
		t.Errorf("train:\n%swant:\n%stest:\n%swant:\n%s", train, wantTrain, test, wantTest)
	}
}

func TestSeed(t *testing.T) {
	d := mixed(10, false)
	seed := func(f *fitter, train ...int32) string { return f.Fit(train).Error() }
	c := part("serve-seed")
	f, g := mustFitter(t, c, d), mustFitter(t, c, d)
	c.Seed = 1
	h := mustFitter(t, c, d)
	a, b := seed(f, 0, 1, 2), seed(f, 0, 1, 3)
	if a == b || a != seed(g, 0, 1, 2) || a == seed(h, 0, 1, 2) {
		t.Errorf("the seed must depend on the setting and the training records alone: %s, %s", a, b)
	}
}

// TestFitErrors has every way in which a fit fails, and the whole message.
func TestFitErrors(t *testing.T) {
	t.Parallel()
	d := mixed(4, false)
	text := func(s string) Command { return part("text", "OUTSIDE_TEXT="+s) }
	for _, tt := range []struct {
		c    Command
		want string
	}{
		{part("fail"), `fail: exit status 3; it said: Traceback | line 3 | ValueError: no\tgood`},
		{part("silent"), `silent: exit status 1 without a word on standard error`},
		{part("nothing"), `nothing: predictions.csv: was not written; the program must write it for every fit`},
		{text(""), `text: predictions.csv: is empty; give a CSV file with a header and rows`},
		{text("record,prediction\n"), `text: predictions.csv: has a header but no rows; add one line a row`},
		{text("row,class\n2,middle\n"), `text: predictions.csv: row 1: "row,class" is not a header; name the columns in the first line: record, prediction`},
		{text("record\n2\n"), `text: predictions.csv: row 1: column prediction is missing; add it`},
		{text("record,prediction\n2,middle\nx,middle\n"), `text: predictions.csv: row 3, column record: "x" is not a whole number; write digits only`},
		{text("record,prediction\n2,middle\n3\n"), `text: predictions.csv: row 3: 1 field, but the header names 2 columns; give one value a column`},
		{text("record,prediction\n2,middel\n3,middle\n"), `text: predictions.csv: row 2, column prediction: "middel" is no class; the classes are "small one, middle, a \"big\" one"`},
		{text("record,prediction\n2,middle\n1,middle\n"), `text: predictions.csv: row 3, column record: record 1 is not in the test file; predict the records of the test file only`},
		{text("record,prediction\n2,middle\n9,middle\n"), `text: predictions.csv: row 3, column record: record 9 is not in the test file; predict the records of the test file only`},
		{text("record,prediction\n2,middle\n2,middle\n"), `text: predictions.csv: row 3, column record: record 2 has a prediction already; give one row a record`},
		{text("record,prediction\n3,middle\n"), `text: predictions.csv: column record: record 2 has no prediction (1 missing in all); give one row a record`},
		{part("serve-report"), `serve-report: the program reports: singular matrix`},
		{part("serve-once"), `serve-once: the program ended before an answer; with Serve it must read jobs to the end of its input without a word on standard error`},
		{part("serve-chat"), `serve-chat: the program answers "Epoch 1: loss 0.5"; answer ok or error and a message, and print all else to standard error`},
		{part("serve-flood"), `serve-flood: the program answers with a line of over 65536 bytes; answer ok or error and a message`},
	} {
		err := mustFitter(t, tt.c, d).Fit([]int32{0, 1})
		if err == nil || err.Error() != "outside: "+tt.want {
			t.Errorf("error\n%v\nwant\noutside: %s", err, tt.want)
		}
	}
	err := mustFitter(t, text("record,prediction\n2,1.5\n3,many\n"), mixed(4, true)).Fit([]int32{0, 1})
	w := `outside: text: predictions.csv: row 3, column prediction: "many" is not a number; write it like 12, 0.5 or 1e-3`
	if err == nil || err.Error() != w {
		t.Errorf("error\n%v\nwant\n%s", err, w)
	}
	err = mustFitter(t, part("nearest"), d).Fit([]int32{0, 1, 2, 3})
	w = `outside: nearest: all 4 records train and none is left to predict; train on fewer or set PredictAll`
	if err == nil || err.Error() != w {
		t.Errorf("error\n%v\nwant\n%s", err, w)
	}
}

func TestPrepareErrors(t *testing.T) {
	change := func(f func(d *dataset.Data)) *dataset.Data {
		d := mixed(5, false)
		f(d)
		return d
	}
	good := mixed(5, false)
	me := part("nearest")
	for _, tt := range []struct {
		c    Command
		d    *dataset.Data
		want string
	}{
		{Command{}, good, `outside: Command without Name; give the program to run`},
		{Command{Name: "no-such-program-x"}, good, `outside: outside(no-such-program-x): no program "no-such-program-x" in PATH; install it or give its path`},
		{Command{Name: "./no-such-program-x"}, good, `no such file or directory; give the path of a program`},
		{Command{Name: me.Name, Timeout: -1}, good, `Timeout is -1ns; give a positive time, or 0 for no limit`},
		{Command{Name: me.Name, Env: []string{"A"}}, good, `Env has "A"; write key=value`},
		{Command{Name: me.Name, Serve: true, Args: []string{"{train}"}}, good, `an argument has a placeholder, but a program that serves gets its paths on standard input`},
		{me, change(func(d *dataset.Data) { d.X.Set(1, 0, nan()) }), `record 1, feature size, cm is NaN`},
		{me, change(func(d *dataset.Data) { d.Class, d.Response = nil, nil }), `give either a response or a class for each record`},
		{me, change(func(d *dataset.Data) { d.Features[0].Name = "target" }), `feature 1 is called target, which is the name of another column; rename it`},
		{me, change(func(d *dataset.Data) { d.Features[0].Name = "colour" }), `two features are called "colour"; rename one`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = " middle" }), `class " middle" has spaces at its ends`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = "small one" }), `two times class "small one"; rename one`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = "" }), `class without a name; name it`},
		{me, change(func(d *dataset.Data) { d.Features[1].Levels[1] = "a\nb" }), `feature colour: level "a\nb" has characters that are not text; rename it`},
	} {
		_, err := tt.c.Prepare(tt.d)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error\n%v\nwant\n%s", err, tt.want)
		}
	}
}

func nan() float64 { z := 0.0; return z / z }

// noLeftovers fails the test if the temporary directory is not empty.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		t.Errorf("left behind: %s", e.Name())
	}
}

// alive reports whether the process runs; a process that is dead and not yet
// reaped does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(b), ") Z ")
}

// gone waits for the end of the process whose number is in the file.
func gone(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(b))
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if !alive(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}

// waitFor waits until the file exists.
func waitFor(file string) {
	for range 1000 {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestTimeout(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	child := filepath.Join(t.TempDir(), "child")
	c := part("sleep", "OUTSIDE_TEXT="+child)
	c.Timeout = 2 * time.Second
	err := mustFitter(t, c, mixed(4, false)).Fit([]int32{0, 1})
	if w := "outside: sleep: no end after 2s (Timeout), the program was killed"; err == nil || err.Error() != w {
		t.Errorf("error %v, want %s", err, w)
	}
	gone(t, child)
	noLeftovers(t, tmp)
}

func TestCancel(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	child := filepath.Join(t.TempDir(), "child")
	ctx, cancel := context.WithCancel(context.Background())
	c := part("sleep", "OUTSIDE_TEXT="+child)
	c.Context = ctx
	go func() {
		waitFor(child)
		cancel()
	}()
	f := mustFitter(t, c, mixed(4, false))
	if err := f.Fit([]int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
	gone(t, child)
	if err := f.Fit([]int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a later fit, want a cancelled context", err)
	}
	noLeftovers(t, tmp)
}

// A program that ends well and leaves a process behind has done its work.
func TestLeftProcess(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	f := mustFitter(t, part("leave", "OUTSIDE_TEXT="+child), mixed(4, false))
	if err := f.Fit([]int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	gone(t, child)
}

func TestServeDeaths(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	d := mixed(8, false)
	for _, tt := range []struct{ part, want string }{
		{"serve-die", "outside: serve-die: exit status 9 before an answer; it said: out of memory"},
		{"serve-hang", "outside: serve-hang: no end after 2s (Timeout), the program was killed; does it flush its output after each answer?"},
	} {
		c := part(tt.part)
		c.Timeout = 2 * time.Second
		f := mustFitter(t, c, d)
		if err := f.Fit([]int32{0, 1}); err != nil {
			t.Fatal(err)
		}
		if err := f.Fit([]int32{0, 1}); err == nil || err.Error() != tt.want {
			t.Errorf("error\n%v\nwant\n%s", err, tt.want)
		}
		// The program starts anew.
		if err := f.Fit([]int32{0, 1}); err != nil {
			t.Error(err)
		}
		noLeftovers(t, tmp)
	}
}

// After an error that the program reports, it goes on.
func TestServeReport(t *testing.T) {
	f := mustFitter(t, part("serve-report"), mixed(8, false))
	if f.Fit([]int32{0, 1}) == nil {
		t.Fatal("no error")
	}
	before := f.serving.process
	if err := f.Fit([]int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	if f.serving.process != before {
		t.Error("the program was started anew")
	}
}

func TestServeCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	c := part("serve-hang")
	c.Context = ctx
	f := mustFitter(t, c, mixed(8, false))
	if err := f.Fit([]int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	process := f.serving.process
	time.AfterFunc(100*time.Millisecond, cancel)
	if err := f.Fit([]int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
	<-process.exited
}

func TestClose(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"serve", "serve-stubborn"} {
		f := mustFitter(t, part(name), mixed(8, false))
		if err := f.Fit([]int32{0, 1}); err != nil {
			t.Fatal(err)
		}
		process := f.serving.process
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		<-process.exited
		if killed := process.err != nil; killed != (name == "serve-stubborn") {
			t.Errorf("%s: ended with %v", name, process.err)
		}
		if err := f.Fit([]int32{0, 1}); err != nil {
			t.Error(err)
		}
	}
}

// A fitter that is dropped ends its process.
func TestDropped(t *testing.T) {
	p, err := part("serve").Prepare(mixed(8, false))
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter().(*fitter)
	if err := f.Fit([]int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	process := f.serving.process
	f = nil
	for range 100 {
		runtime.GC()
		select {
		case <-process.exited:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Errorf("process %d still runs", process.cmd.Process.Pid)
}

// Fitters of one Prepared run at the same time.
func TestConcurrent(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	d := mixed(30, false)
	for _, name := range []string{"nearest", "serve"} {
		p, err := part(name).Prepare(d)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for w := range 3 {
			wg.Go(func() {
				f := p.NewFitter().(*fitter)
				defer f.Close()
				for k := range 3 {
					train, valid := split(d.N(), uint64(10*w+k))
					if err := f.Fit(train); err != nil {
						t.Error(err)
						return
					}
					got := make([]float64, len(valid))
					f.Predict(valid, got)
					if !slices.Equal(got, want(d, train, valid)) {
						t.Errorf("%s: worker %d, fit %d differs", name, w, k)
					}
				}
			})
		}
		wg.Wait()
	}
	noLeftovers(t, tmp)
}

func TestPredictAllocs(t *testing.T) {
	d := mixed(30, false)
	f := mustFitter(t, part("nearest"), d)
	train, valid := split(d.N(), 1)
	if err := f.Fit(train); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(valid))
	if n := testing.AllocsPerRun(100, func() { f.Predict(valid, out) }); n != 0 {
		t.Errorf("Predict allocates %v times", n)
	}
}

func TestString(t *testing.T) {
	c := Command{Name: "python3", Args: []string{"knn.py", "-k", "5"}}
	if got, w := c.String(), "outside(python3 knn.py -k 5)"; got != w {
		t.Errorf("%q, want %q", got, w)
	}
	c.Label = "5-NN"
	if got := c.String(); got != "5-NN" {
		t.Errorf("%q, want the label", got)
	}
}

// A relative path of the program counts from Dir, as it does when it starts.
func TestDir(t *testing.T) {
	dir := t.TempDir()
	self, err := exec.LookPath(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "program")); err != nil {
		t.Fatal(err)
	}
	c := part("nearest")
	c.Dir, c.Name = dir, "./program"
	if err := mustFitter(t, c, mixed(8, false)).Fit([]int32{0, 1}); err != nil {
		t.Error(err)
	}
}

func BenchmarkFit(b *testing.B) {
	d := mixed(300, false)
	train, _ := split(d.N(), 1)
	for _, name := range []string{"nearest", "serve"} {
		b.Run(name, func(b *testing.B) {
			f := mustFitter(b, part(name), d)
			for b.Loop() {
				if err := f.Fit(train); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
