package sim

import (
	"errors"
	"fmt"
)

// errLocked says that another process holds a lock.
var errLocked = errors.New("locked")

// ShardError says which shard failed; Experiment.One runs it alone.
type ShardError struct {
	Name  string
	Shard int
	Seed  uint64
	Err   error
}

// Error names experiment, shard and seed.
func (e *ShardError) Error() string {
	return fmt.Sprintf("sim: %s, shard %d (seed %d; One(ctx, %d) runs it alone): %v", e.Name, e.Shard, e.Seed, e.Shard, e.Err)
}

// Unwrap returns the error of the shard.
func (e *ShardError) Unwrap() error { return e.Err }

// Interrupted says that a cancelled run did not finish.
type Interrupted struct {
	Name        string
	Done, Total int    // shards
	Checkpoint  string // "" if nothing was kept
	Err         error  // of the context
}

// Error says how far the run got, and how to go on.
func (e *Interrupted) Error() string {
	where := "nothing was kept, as no checkpoint file was given"
	if e.Checkpoint != "" {
		where = "run again with the checkpoint " + e.Checkpoint + " to go on"
	}
	return fmt.Sprintf("sim: %s was interrupted after %d of %d shards; %s", e.Name, e.Done, e.Total, where)
}

// Unwrap returns the error of the context.
func (e *Interrupted) Unwrap() error { return e.Err }

// CheckpointError says why a checkpoint file cannot be used.
type CheckpointError struct {
	Path    string
	Problem string
	Err     error // of the file system, if it has one
}

// Unwrap returns the error of the file system.
func (e *CheckpointError) Unwrap() error { return e.Err }

// Error names the file.
func (e *CheckpointError) Error() string { return "sim: checkpoint " + e.Path + ": " + e.Problem }
