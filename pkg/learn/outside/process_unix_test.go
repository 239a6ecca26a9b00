//go:build unix

package outside

import (
	"context"
	"errors"
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
)

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
	_, err := mustFitter(t, c, mixed(4, false)).Fit(t.Context(), []int32{0, 1})
	if w := "outside: sleep: the program did not end within 2s (Timeout) and was killed"; err == nil || err.Error() != w {
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
	if _, err := f.Fit(t.Context(), []int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
	gone(t, child)
	if _, err := f.Fit(t.Context(), []int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a later fit, want a cancelled context", err)
	}
	noLeftovers(t, tmp)
}

// A program that ends well and leaves a process behind has done its work.
func TestLeftProcess(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	f := mustFitter(t, part("leave", "OUTSIDE_TEXT="+child), mixed(4, false))
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
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
		{"serve-hang", "outside: serve-hang: the program did not end within 2s (Timeout) and was killed; does it flush " +
			"its output after each answer?"},
	} {
		c := part(tt.part)
		c.Timeout = 2 * time.Second
		f := mustFitter(t, c, d)
		if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Fit(t.Context(), []int32{0, 1}); err == nil || err.Error() != tt.want {
			t.Errorf("error\n%v\nwant\n%s", err, tt.want)
		}
		// The program starts again.
		if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
			t.Error(err)
		}
		noLeftovers(t, tmp)
	}
}

// After an error that the program reports, it continues.
func TestServeReport(t *testing.T) {
	f := mustFitter(t, part("serve-report"), mixed(8, false))
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err == nil {
		t.Fatal("no error")
	}
	before := f.serving.process
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	if f.serving.process != before {
		t.Error("the program was started again")
	}
}

func TestServeCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	f := mustFitter(t, part("serve-hang"), mixed(8, false))
	if _, err := f.Fit(ctx, []int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	process := f.serving.process
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := f.Fit(ctx, []int32{0, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
	<-process.exited
}

func TestClose(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"serve", "serve-stubborn"} {
		f := mustFitter(t, part(name), mixed(8, false))
		if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
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
		if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
			t.Error(err)
		}
	}
}

// A fitter that is dropped ends its process.
func TestDropped(t *testing.T) {
	p, err := part("serve").Prepare(t.Context(), mixed(8, false))
	if err != nil {
		t.Fatal(err)
	}
	f := inside(p.NewFitter(nil))
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
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
		p, err := part(name).Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for w := range 3 {
			wg.Go(func() {
				f := inside(p.NewFitter(nil))
				defer f.Close()
				for k := range 3 {
					train, valid := split(d.N(), uint64(10*w+k))
					if _, err := f.Fit(t.Context(), train); err != nil {
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
	if _, err := mustFitter(t, c, mixed(8, false)).Fit(t.Context(), []int32{0, 1}); err != nil {
		t.Error(err)
	}
}

// What a program leaves behind dies however the program ends.
func TestLeftProcessOfAFailure(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	c := Command{Name: "sh", Args: []string{"-c", "sleep 100 2>/dev/null >/dev/null & printf $! > " + child + "; exit 1"},
		Label: "sh"}
	if _, err := mustFitter(t, c, mixed(4, false)).Fit(t.Context(), []int32{0, 1}); err == nil {
		t.Error("no error")
	}
	gone(t, child)
}

// Reading a pipe in the place of the predictions would wait for ever.
func TestPipeOfPredictions(t *testing.T) {
	c := Command{Name: "sh", Args: []string{"-c", "mkfifo $BCV_PREDICTIONS"}, Label: "sh", Timeout: 2 * time.Second}
	f := mustFitter(t, c, mixed(4, false))
	failed := make(chan error, 1)
	go func() {
		_, err := f.Fit(t.Context(), []int32{0, 1})
		failed <- err
	}()
	select {
	case err := <-failed:
		if w := "outside: sh: predictions.csv: is not a regular file; the program must write a file"; err == nil ||
			err.Error() != w {
			t.Errorf("error %v, want %s", err, w)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the fit hangs")
	}
}

// A file of predictions beyond all use is refused before it is read; this one has no blocks.
func TestLargestPredictions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predictions.csv")
	if err := os.WriteFile(path, []byte("record,prediction\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, maxPredictions+1); err != nil {
		t.Fatal(err)
	}
	_, err := newTarget(mixed(4, false)).read(path, make([]bool, 4), make([]float64, 4), nil)
	if want := "predictions.csv: is larger than 4096 MiB; is it the right file?"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
