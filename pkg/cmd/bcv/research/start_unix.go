//go:build unix

package research

import (
	"fmt"
	"os"
	"syscall"
)

// start puts the program in the place of this process: it has the same number, standard
// streams and signals. It returns only if that fails.
func start(path string, args []string) error {
	err := syscall.Exec(path, append([]string{path}, args...), os.Environ())
	return fmt.Errorf("cannot start %s: %w", path, err)
}
