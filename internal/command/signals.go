package command

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/block-regularized/bcv/internal/cleanup"
)

// hangup is SIGHUP, which package syscall does not name on all systems.
const hangup = syscall.Signal(1)

// endings are the signals that end a command.
var endings = map[os.Signal]string{os.Interrupt: "an interrupt (SIGINT)", syscall.SIGTERM: "SIGTERM",
	hangup: "the end of the terminal (SIGHUP)"}

// endOnSignal ends the process when a signal says so, wherever its command is:
// computations look at no signal. What is half done goes with it. A second signal
// does not wait for that, unless it comes at once: timeout sends its signal to the
// process and to its group.
func (p Program) endOnSignal(args []string, stderr io.Writer) {
	if runtime.GOARCH == "wasm" { // js and wasip1 have no signals: package signal panics when asked
		return
	}
	status, advice := status, ""
	if c := p.find(args[0]); c != nil && c.GoesOn != nil && c.GoesOn(args[1:]) {
		status, advice = func(os.Signal) int { return ExitAgain }, "; what was done is kept, run it again to resume"
	}
	signals := make(chan os.Signal, 2)
	for s := range endings {
		if !signal.Ignored(s) { // as nohup asks
			signal.Notify(signals, s)
		}
	}
	go func() {
		first := <-signals
		begun := time.Now()
		go func() {
			for second := range signals {
				if time.Since(begun) > atOnce {
					os.Exit(status(second))
				}
			}
		}()
		cleanup.Undo()
		fmt.Fprintf(stderr, "bcv %s: ended by %s%s\n", args[0], endings[first], advice)
		os.Exit(status(first))
	}()
}

// atOnce is the time in which a second signal is taken for the same one: short beside the
// time in which a person presses Ctrl-C again.
const atOnce = 200 * time.Millisecond

// ExitAgain (EX_TEMPFAIL) is the status of a command that a signal ended and that resumes
// when it is run again.
const ExitAgain = 75

// OfParts reports whether the arguments of a command ask for a part of its work: the
// command then keeps each piece as soon as it is done.
func OfParts(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		flag, _, _ := strings.Cut(a, "=")
		return flag == "--of" || flag == "-of"
	})
}

// status is the exit status of a process that a signal ends, as shells count it.
func status(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return ExitFailure
}
