package sim

import "fmt"

// ShardError reports which shard failed.
type ShardError struct {
	Name  string
	Shard int
	Seed  uint64
	Err   error
}

// Error names experiment, shard and seed.
func (e *ShardError) Error() string {
	return fmt.Sprintf("sim: %s, shard %d (seed %d): %v", e.Name, e.Shard, e.Seed, e.Err)
}

// Unwrap returns the error of the shard.
func (e *ShardError) Unwrap() error { return e.Err }

// Interrupted reports that a cancelled run did not finish.
type Interrupted struct {
	Name        string
	Done, Total int    // shards
	Log         string // "" if nothing was kept
	Err         error  // of the context
}

// Error describes how far the run got, and how to resume it.
func (e *Interrupted) Error() string {
	where := "nothing was kept, as no log was given"
	if e.Log != "" {
		where = "run it again to resume from " + e.Log
	}
	return fmt.Sprintf("sim: %s was interrupted after %d of %d shards; %s", e.Name, e.Done, e.Total, where)
}

// Unwrap returns the error of the context.
func (e *Interrupted) Unwrap() error { return e.Err }

// LogError reports why a log cannot be used.
type LogError struct {
	Path    string
	Problem string
	Err     error // of the file system, if it has one
}

// Unwrap returns the error of the file system.
func (e *LogError) Unwrap() error { return e.Err }

// Error names the file.
func (e *LogError) Error() string { return "sim: log " + e.Path + ": " + e.Problem }
