package outside

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/block-regularized/bcv/internal/cleanup"
)

// grace is the time that the output of a program that ended may stay open in a process that it left behind.
const grace = time.Second

// newProcess returns the program, not started, that dies with its process group when ctx ends. Its standard error
// is written to said.
func newProcess(ctx context.Context, c Command, args, env []string, said *tail) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Name, args...)
	cmd.Dir = c.Dir
	run := fmt.Sprintf("BCV_RUN=%d", max(c.Run, 1))
	cmd.Env = append(append(append(append(os.Environ(), run), c.Env...), env...), markName+rand.Text()+"=1")
	cmd.Stderr = said
	cmd.WaitDelay = grace
	cmd.Cancel = func() error { return kill(cmd) }
	ownGroup(cmd)
	return cmd
}

// markName is the prefix of an environment variable of a program, by which its child processes are recognized.
const markName = "PROGRAM_OF_BCV_"

// kill ends a program, its process group, and on Linux processes that left the group.
func kill(cmd *exec.Cmd) error {
	err := killGroup(cmd.Process)
	killMarked(cmd.Env[len(cmd.Env)-1])
	return err
}

// begin starts a process, which also ends on a signal that ends this process. After its end, finish kills the
// processes that it left behind; no process that a program started outlives it, whatever its status.
func begin(cmd *exec.Cmd) (finish func(), err error) {
	release, err := cleanup.Hold(func() (func(), error) {
		return func() { _ = kill(cmd) }, spawn(cmd)
	})
	if err != nil {
		return nil, err
	}
	return func() {
		_ = kill(cmd)
		release()
	}, nil
}

// once runs the program for one job.
func once(ctx context.Context, c Command, env []string, j job) error {
	var said tail
	cmd := newProcess(ctx, c, j.arguments(c.Args), append(j.environment(), env...), &said)
	finish, err := begin(cmd)
	if err != nil {
		return startError(c, err)
	}
	err = cmd.Wait()
	finish()
	// The program may have succeeded and left a process behind that keeps its output open.
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("%w%s", err, said.words())
	}
	return nil
}

func startError(c Command, err error) error {
	if errors.Is(err, fs.ErrNotExist) && c.Dir != "" {
		return fmt.Errorf("cannot start in %q: %w; check Dir and Name", c.Dir, err)
	}
	return fmt.Errorf("cannot start: %w", err)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// kept is the number of bytes that a tail keeps.
const kept = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - kept; extra > 0 {
		t.text = t.text[:copy(t.text, t.text[extra:])]
	}
	return len(p), nil
}

// words returns the last three lines as one line, to follow an error.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for l := range strings.Lines(string(t.text)) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, oneLine(l))
		}
	}
	if len(lines) == 0 {
		return " without a word on standard error"
	}
	return "; it said: " + strings.Join(lines[max(0, len(lines)-3):], " | ")
}

// oneLine returns s, with escapes for what would break the line.
func oneLine(s string) string {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		q := strconv.Quote(s)
		return q[1 : len(q)-1]
	}
	return s
}

// short returns s between quotation marks, cut after 80 characters.
func short(s string) string {
	if r := []rune(s); len(r) > 80 {
		return strconv.Quote(string(r[:80])) + "..."
	}
	return strconv.Quote(s)
}
