package sim

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A finished checkpoint is read where nothing can be written; an unfinished one says
// what to do.
func TestCheckpointReadOnly(t *testing.T) {
	folder := t.TempDir()
	e := walk(20, 0)
	whole, half := filepath.Join(folder, "whole"), filepath.Join(folder, "half")
	want := mustRun(t, e, Options{Checkpoint: whole})
	if err := e.Part(context.Background(), 0, 10, Options{Checkpoint: half}); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o755)
	asNobody(t, func() {
		if diff := cmp.Diff(want, mustRun(t, e, Options{Checkpoint: whole})); diff != "" {
			t.Error(diff)
		}
		_, err := e.Run(context.Background(), Options{Checkpoint: half})
		var ce *CheckpointError
		if !errors.As(err, &ce) || !strings.HasSuffix(err.Error(), "it lacks shard 10 and cannot be written; copy it to where it can") {
			t.Errorf("error %v", err)
		}
	})
}

// asNobody runs f without the rights of root, who may write everywhere.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if err := os.Chmod(filepath.Dir(t.TempDir()), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setfsuid(65534); err != nil {
			t.Skip(err)
		}
		defer syscall.Setfsuid(0)
	}
	f()
}

func TestCheckpointWithoutFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "x")
	_, err := walk(2, 0).Run(context.Background(), Options{Checkpoint: path})
	if want := "sim: checkpoint " + path + ": there is no directory " + filepath.Dir(path) + "; make it first"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
