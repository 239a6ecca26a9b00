package outside

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// serving is the program of one fitter that serves, if it runs.
type serving struct {
	mu      sync.Mutex // a cleanup ends it from another goroutine
	process *server
}

// do lets the program do one job; it starts the program if it is not running. After an error of the connection the
// program is killed and the next job starts it again; after an error that the program reports it keeps running.
func (s *serving) do(ctx context.Context, c Command, env []string, j job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if s.process == nil {
		p, err := startServer(c, env)
		if err != nil {
			return err
		}
		s.process = p
	}
	answer, err := s.process.ask(ctx, j)
	if err != nil {
		s.process.end(0)
		s.process = nil
		return err
	}
	if message, ok := strings.CutPrefix(answer, "error "); ok {
		return errors.New("the program reports: " + oneLine(message))
	}
	return nil
}

// end ends the program: it is killed if it still runs after the given time.
func (s *serving) end(patience time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil {
		s.process.end(patience)
		s.process = nil
	}
}

// server is a running program with the pipes to and from it.
type server struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *os.File
	lines  *bufio.Reader
	said   tail
	exited chan struct{} // closed when the process is gone
	err    error         // how it ended, once exited is closed
}

// maxAnswer is the longest answer, in bytes.
const maxAnswer = 64 << 10

func startServer(c Command, env []string) (*server, error) {
	s := &server{exited: make(chan struct{})}
	// The process outlives the context of its first job.
	s.cmd = newProcess(context.Background(), c, c.Args, env, &s.said)
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, startError(c, err)
	}
	// Not StdoutPipe: Wait would close it before the last answer is read.
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, startError(c, err)
	}
	s.cmd.Stdout = childOut
	finish, err := begin(s.cmd)
	childOut.Close()
	if err != nil {
		out.Close()
		return nil, startError(c, err)
	}
	s.out, s.lines = out, bufio.NewReaderSize(out, maxAnswer)
	go func() {
		s.err = s.cmd.Wait()
		finish()
		close(s.exited)
	}()
	return s, nil
}

// ask sends a job and returns the answer, "ok" or "error ...". When ctx ends
// the process is killed.
func (s *server) ask(ctx context.Context, j job) (string, error) {
	stop := context.AfterFunc(ctx, func() {
		s.kill()
		s.out.Close()
	})
	// If the process has ended, reading the answer returns its error.
	_, _ = fmt.Fprintf(s.in, "%s\t%s\t%s\t%d\n", j.train, j.test, j.predictions, j.seed)
	answer, err := readAnswer(s.lines)
	switch {
	case !stop():
		return "", ctx.Err()
	case errors.Is(err, errGone):
		return "", s.gone()
	}
	return answer, err
}

// errGone reports that the output ended without a whole line.
var errGone = errors.New("no answer")

// readAnswer reads a line that is "ok" or "error ...".
func readAnswer(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	answer := strings.TrimRight(string(b), "\r\n")
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("the program answers with a line of over %d bytes; answer ok or error and a message", maxAnswer)
	case err != nil:
		return "", errGone
	case answer == "ok" || strings.HasPrefix(answer, "error "):
		return answer, nil
	}
	return "", fmt.Errorf("the program answers %s; answer ok or error and a message, and print all else to standard error",
		short(answer))
}

// gone returns the error of a process that has closed its output.
func (s *server) gone() error {
	select {
	case <-s.exited:
	case <-time.After(grace):
		return fmt.Errorf("the program closed its output without an answer%s", s.said.words())
	}
	if s.err != nil {
		return fmt.Errorf("%w before an answer%s", s.err, s.said.words())
	}
	return fmt.Errorf("the program ended before an answer; with Serve it must read jobs to the end of its input%s",
		s.said.words())
}

func (s *server) kill() {
	select {
	case <-s.exited:
	default:
		_ = kill(s.cmd)
	}
}

// end closes the input of the process and kills it if it still runs after the given time.
func (s *server) end(patience time.Duration) {
	s.in.Close()
	select {
	case <-s.exited:
	case <-time.After(patience):
		s.kill()
		<-s.exited
	}
	s.out.Close()
}
