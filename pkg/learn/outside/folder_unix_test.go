//go:build unix

package outside

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The folder of a process that was killed is removed by the next one; the folder of a process that lives is not,
// nor what only has such a name.
func TestStaleFolders(t *testing.T) {
	parent := t.TempDir()
	t.Setenv("TMPDIR", parent)
	start := func() (dir string, c *exec.Cmd) {
		c = exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "OUTSIDE_PLAY=folder")
		out, err := c.StdoutPipe()
		must(err)
		must(c.Start())
		dir, err = bufio.NewReader(out).ReadString('\n')
		must(err)
		return dir[:len(dir)-1], c
	}
	dead, c := start()
	must(c.Process.Kill())
	_ = c.Wait() // it was killed
	early, young, linked := filepath.Join(parent, folderPrefix+"early"), filepath.Join(parent, folderPrefix+"young"),
		filepath.Join(parent, "linked")
	for _, dir := range []string{early, young, linked} {
		must(os.Mkdir(dir, 0o700))
	}
	must(os.WriteFile(filepath.Join(linked, lockName), nil, 0o600))
	must(os.Symlink(linked, filepath.Join(parent, folderPrefix+"link")))
	must(os.Chtimes(early, time.Now(), time.Now().Add(-2*time.Hour)))
	for _, dir := range []string{dead, early} {
		if _, err := os.Stat(dir); err != nil {
			t.Fatalf("%s is gone before another process comes", dir)
		}
	}

	alive, living := start() // removes the folder of the dead process
	defer func() { _ = living.Process.Kill(); _ = living.Wait() }()
	for _, dir := range []string{dead, early} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s of a dead process is left", dir)
		}
	}
	removeStale(parent)
	for _, path := range []string{filepath.Join(alive, "train.csv"), young, filepath.Join(linked, lockName)} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s was removed: %v", path, err)
		}
	}
}
