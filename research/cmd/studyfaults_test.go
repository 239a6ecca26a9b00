//go:build unix

package cmd

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/catalogue"
)

// fault is a study of 0.2 s in 36 shards of several kinds, as processes.
const fault = "normal-errors"

// studyCommand returns bcv study VERB of the study.
func studyCommand(t *testing.T, verb string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := exec.LookPath("bcv") // testscript puts it there
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"study", verb, fault}, args...)...)
	cmd.Env = append(os.Environ(), "SLURM_CPUS_PER_TASK=", "SLURM_ARRAY_TASK_ID=", "JOB_COMPLETION_INDEX=",
		"PARALLEL_SEQ=")
	return cmd
}

func partCommand(t *testing.T, dir string, k, of int) *exec.Cmd {
	t.Helper()
	return studyCommand(t, "part", "--index", fmt.Sprint(k), "--of", fmt.Sprint(of), "--dir", dir, "--workers", "1")
}

func succeed(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v, %s", cmd.Args[1:], err, stderrOf(err))
	}
	return out
}

func stderrOf(err error) string {
	if e, ok := err.(*exec.ExitError); ok {
		return string(e.Stderr)
	}
	return ""
}

// wholeRun returns what one run prints.
func wholeRun(t *testing.T) []byte { t.Helper(); return succeed(t, studyCommand(t, "run")) }

// collectFrom checks that what is collected from a directory is what one run prints.
func collectFrom(t *testing.T, dir string, want []byte) {
	t.Helper()
	if got := succeed(t, studyCommand(t, "collect", "--dir", dir)); !bytes.Equal(got, want) {
		t.Fatalf("collected\n%s\nwant\n%s", got, want)
	}
}

// refused checks that a command ends with a status and one line that has all the words.
func refused(t *testing.T, cmd *exec.Cmd, status int, words ...string) {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if cmd.Stdout == nil {
		cmd.Stdout = io.Discard
	}
	err := cmd.Run()
	text := errs.String()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%v: %q does not have %q", cmd.Args[1:], text, w)
		}
	}
	if cmd.ProcessState.ExitCode() != status || strings.Count(text, "\n") != 1 {
		t.Errorf("%v: %v, want status %d and one line, not %q", cmd.Args[1:], err, status, text)
	}
}

// Parts are killed 100 times at random moments, some of them while another process
// computes the same part. Whenever all are done, what is collected is one run, and the
// next study begins.
func TestHundredKills(t *testing.T) {
	want := wholeRun(t)
	const parts = 4
	begin := time.Now()
	succeed(t, partCommand(t, t.TempDir(), 0, parts))
	life := min(time.Since(begin), 400*time.Millisecond) // of a part that nobody kills, on a machine that is not too slow
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 6))
	kills, studies, twins := 0, 0, 0
	for kills < 100 {
		dir, left := t.TempDir(), rng.Perm(parts)
		for len(left) > 0 {
			at, done := rng.IntN(len(left)), false
			k := left[at]
			running := []*exec.Cmd{partCommand(t, dir, k, parts)}
			if rng.IntN(3) == 0 {
				running = append(running, partCommand(t, dir, k, parts))
				twins++
			}
			for _, cmd := range running {
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
			}
			for _, cmd := range running {
				time.Sleep(time.Duration(rng.Int64N(int64(life / 2))))
				if kills < 100 {
					_ = cmd.Process.Kill()
				}
				err := cmd.Wait()
				switch {
				case err == nil:
					done = true
				case cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled():
					kills++
				default:
					t.Fatalf("part %d: %v", k, err)
				}
			}
			if done {
				left = slices.Delete(left, at, at+1)
			}
		}
		collectFrom(t, dir, want)
		studies++
	}
	t.Logf("%d kills in %d studies, %d times two processes of one part; killed within %v", kills, studies, twins, life/2)
}

// Four processes of each part at the same time do no harm.
func TestPartsOfOneIndex(t *testing.T) {
	dir, want := t.TempDir(), wholeRun(t)
	var group sync.WaitGroup
	for k := range 8 {
		group.Go(func() {
			if text, err := partCommand(t, dir, k%2, 2).CombinedOutput(); err != nil {
				t.Errorf("part %d: %v, %s", k%2, err, text)
			}
		})
	}
	group.Wait()
	collectFrom(t, dir, want)
}

// A directory that cannot be written is known before anything is computed; what is in it
// is read. An output on a full disk is an error.
func TestUnwritable(t *testing.T) {
	dir, want := t.TempDir(), wholeRun(t)
	succeed(t, partCommand(t, dir, 0, 2))
	asOther := func(cmd *exec.Cmd) *exec.Cmd { return cmd }
	if os.Geteuid() == 0 { // who may write everywhere
		self := filepath.Join(t.TempDir(), "bcv")
		asOther = func(cmd *exec.Cmd) *exec.Cmd {
			cmd.Path = self
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
			return cmd
		}
		text, err := os.ReadFile(studyCommand(t, "run").Path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(self, text, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Dir(filepath.Dir(self)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	refused(t, asOther(partCommand(t, dir, 1, 2)), 1, dir, "permission denied")
	if text := succeed(t, asOther(partCommand(t, dir, 0, 2))); len(text) != 0 {
		t.Errorf("a part that is done: %s", text)
	}
	refused(t, asOther(studyCommand(t, "collect", "--dir", dir)), 1, "are missing", "bcv study status")
	refused(t, asOther(partCommand(t, filepath.Join(dir, "new"), 0, 2)), 2, "--dir", "permission denied")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, partCommand(t, filepath.Join(file, "below"), 0, 2), 2, "--dir", "not a directory")
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	succeed(t, partCommand(t, dir, 1, 2))
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if got := succeed(t, asOther(studyCommand(t, "collect", "--dir", dir))); !bytes.Equal(got, want) {
		t.Errorf("collected where nothing can be written:\n%s\nwant\n%s", got, want)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if os.IsNotExist(err) {
		return // no Linux
	}
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	cmd := studyCommand(t, "collect", "--dir", dir)
	cmd.Stdout = full
	refused(t, cmd, 1, "no space left on device")
}

// A file of an old version is refused by all that would read it, with its name; removed,
// the others count.
func TestOldVersion(t *testing.T) {
	dir, want := t.TempDir(), wholeRun(t)
	succeed(t, partCommand(t, dir, 0, 2))
	succeed(t, partCommand(t, dir, 1, 2))
	old := filepath.Join(dir, fault+".part-0-of-2.old.log")
	if err := os.WriteFile(old, []byte("bcv simulation 2 0a0b0c0d {\"name\":\"x\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, studyCommand(t, "collect", "--dir", dir), 2, old, "of this version")
	refused(t, studyCommand(t, "status", "--of", "2", "--dir", dir), 2, old, "of this version")
	refused(t, partCommand(t, dir, 0, 2), 2, old, "of this version")
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	collectFrom(t, dir, want)
}

// A clock that is set back, or stands still, changes nothing, and neither do the times of
// files: in a synctest bubble it is the year 2000 and the time passes when all sleep.
func TestClock(t *testing.T) {
	want := wholeRun(t)
	dir := t.TempDir()
	succeed(t, partCommand(t, dir, 1, 3))
	s, err := catalogue.Find(fault)
	if err != nil {
		t.Fatal(err)
	}
	cfg := study.Config{Data: data.FS, Scale: study.Quick, Seed: 1, Workers: 1, Checkpoints: dir}
	synctest.Test(t, func(t *testing.T) {
		if year := time.Now().Year(); year != 2000 {
			t.Fatalf("the year is %d; nothing is tested", year)
		}
		if err := study.RunPart(t.Context(), cfg, s, 2, 3); err != nil {
			t.Error(err)
		}
	})
	succeed(t, partCommand(t, dir, 0, 3))
	logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil || len(logs) != 3 {
		t.Fatalf("%q, %v", logs, err)
	}
	for i, path := range logs {
		at := time.Date([]int{1970, 2100, 1999}[i], 1, 2, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	collectFrom(t, dir, want)
	synctest.Test(t, func(t *testing.T) {
		tables, err := study.Collect(cfg, s)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := writeStudyTables(&got, tables); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("collected in the year 2000:\n%s\nwant\n%s", got.Bytes(), want)
		}
	})
}
