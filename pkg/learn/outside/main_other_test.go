//go:build !linux

package outside

import "os/exec"

// ownSession is of Linux.
func ownSession(*exec.Cmd) {}
