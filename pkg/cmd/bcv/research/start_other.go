//go:build !unix

package research

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
)

// start runs the program with the standard streams of this process and ends as it ends. An
// interrupt from the console reaches both; the program answers it.
func start(path string, args []string) error {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return fmt.Errorf("cannot start %s: %w", path, err)
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}
