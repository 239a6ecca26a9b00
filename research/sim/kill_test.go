package sim

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// killed is the environment variable by which TestKill calls itself.
const killed = "SIM_TEST_LOG"

// A process that is killed at any moment loses the shards in flight at most: each shard
// that it counted as done is in a log. The run that resumes gives the same result to the
// last bit.
func TestKill(t *testing.T) {
	const shards = 300
	if log := os.Getenv(killed); log != "" {
		opt := Options{Workers: 3, Log: log, Progress: func(done, _ int) { fmt.Println(done) }}
		if _, err := walk(shards, time.Millisecond).Run(context.Background(), opt); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := mustRun(t, walk(shards, 0), Options{})
	log := filepath.Join(t.TempDir(), "log")
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	kills, counted := 0, 0
	for counted < shards && kills < 15 {
		counted = max(counted, killAfter(t, log, time.Duration(20+rng.IntN(100))*time.Millisecond))
		kills++
		there, err := walk(shards, 0).Gather()
		if err != nil {
			t.Fatal(err)
		}
		paths, err := logsOf(log)
		if err != nil {
			t.Fatal(err)
		}
		if damaged, _, err := ReadLogs(paths, false, there); damaged != nil || err != nil {
			t.Fatal(damaged, err)
		}
		if there.tree.done < counted {
			t.Fatalf("after kill %d the logs have %d shards, want the %d that were done", kills, there.tree.done,
				counted)
		}
	}
	t.Logf("%d kills, %d shards done before the last", kills, counted)
	if diff := cmp.Diff(want, mustRun(t, walk(shards, 0), Options{Log: log})); diff != "" {
		t.Errorf("after %d kills: %s", kills, diff)
	}
}

// killAfter runs the experiment in a process of its own, kills it, and returns
// the last number of finished shards that it wrote.
func killAfter(t *testing.T, file string, life time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=TestKill$")
	cmd.Env = append(os.Environ(), killed+"="+file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	last := 0
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadString('\n')
		if err == io.EOF {
			break // a line that is cut off does not count
		}
		if err != nil {
			t.Fatal(err)
		}
		if n, err := strconv.Atoi(line[:len(line)-1]); err == nil {
			last = n
		}
	}
	if err := cmd.Wait(); err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("the process failed by itself: %v", err)
	}
	return last
}
