//go:build linux && slurm

package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"
)

// slurm is a Slurm of one node on this machine, with a munge of its own, all of it in one
// directory. It needs neither root nor cgroups, and no port or socket that others have.
type slurm struct {
	t       *testing.T
	ctx     context.Context
	begin   time.Time
	dir     string
	env     []string
	daemons map[string]*exec.Cmd
}

// startSlurm starts the daemons, and ends them and what they started with the test.
func startSlurm(ctx context.Context, t *testing.T) *slurm {
	t.Helper()
	// Not t.TempDir: paths of sockets have at most 107 bytes.
	dir, err := os.MkdirTemp("", "bcv-slurm")
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(ctx, 40*time.Second) // daemons that do not start never do
	defer cancel()
	s := &slurm{t: t, ctx: soon, begin: time.Now(), dir: dir, daemons: map[string]*exec.Cmd{}}
	t.Cleanup(s.stop)
	path := os.Getenv("PATH") + ":/usr/local/sbin:/usr/sbin:/sbin" // where the daemons are, also for other users than root
	t.Setenv("PATH", filepath.Join(dir, "bin")+":"+path)
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "srun", "scancel", "scontrol", "squeue",
		"sinfo"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("there is no %s; install slurm-wlm and munge (scripts/install-packages.sh slurm), or set BCV_SLURM=skip "+
				"to leave this test out", name)
		}
	}
	for _, sub := range []string{"bin", "state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s.configure()
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SLURM_") && !strings.HasPrefix(v, "JOB_COMPLETION_INDEX=") &&
			!strings.HasPrefix(v, "PARALLEL_SEQ=") {
			s.env = append(s.env, v)
		}
	}
	s.env = append(s.env, "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))
	s.start("munged", "--foreground", "--force", "--key-file="+filepath.Join(dir, "munge.key"),
		"--socket="+filepath.Join(dir, "munge.socket"),
		"--pid-file="+filepath.Join(dir, "munged.pid"), "--log-file="+filepath.Join(dir, "munged.log"),
		"--seed-file="+filepath.Join(dir, "munged.seed"))
	s.until("munged to answer", func() bool {
		_, err := os.Stat(filepath.Join(dir, "munge.socket"))
		return err == nil
	})
	s.start("slurmctld", "-D")
	s.start("slurmd", "-D")
	s.until("the node to be idle", func() bool {
		out, err := s.try("sinfo", "--noheader", "--format=%T")
		return err == nil && strings.TrimSpace(out) == "idle"
	})
	s.log("the node is idle")
	s.ctx = ctx
	return s
}

// configure writes the key of munge and the configuration of Slurm.
func (s *slurm) configure() {
	s.t.Helper()
	key := make([]byte, 128)
	_, _ = rand.Read(key)
	if err := os.WriteFile(filepath.Join(s.dir, "munge.key"), key, 0o400); err != nil {
		s.t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		s.t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".") // as Slurm knows it
	me, err := user.Current()
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := template.ParseFiles("testdata/slurm.conf")
	if err != nil {
		s.t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(s.dir, "slurm.conf"))
	if err != nil {
		s.t.Fatal(err)
	}
	ports := freePorts(s.t, 2)
	err = text.Execute(file, map[string]any{"Dir": s.dir, "Host": host, "User": me.Username, "ControlPort": ports[0],
		"NodePort": ports[1]})
	if err := errors.Join(err, file.Close()); err != nil {
		s.t.Fatal(err)
	}
}

// freePorts returns ports at which nobody listens.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// start starts a daemon, in the foreground so that it dies with the test, whatever ends that.
func (s *slurm) start(name string, args ...string) {
	s.t.Helper()
	log, err := os.OpenFile(filepath.Join(s.dir, name+".out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // Pdeathsig is about the thread
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		_ = log.Close()
	}()
	if err := <-started; err != nil {
		s.t.Fatal(err)
	}
	s.daemons[name] = cmd
}

// run runs a command of Slurm, or another, and returns what it prints.
func (s *slurm) run(name string, args ...string) string {
	s.t.Helper()
	out, err := s.try(name, args...)
	if err != nil {
		s.fail("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

func (s *slurm) try(name string, args ...string) (string, error) {
	cmd := exec.CommandContext(s.ctx, name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return string(out) + errs.String(), err
	}
	return string(out), nil
}

// until waits until something is so, at most until the test's time is over.
func (s *slurm) until(what string, is func() bool) {
	s.t.Helper()
	for !is() {
		select {
		case <-s.ctx.Done():
			s.fail("waited for %s until the time was over", what)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// log logs a line with the seconds since the start.
func (s *slurm) log(format string, args ...any) {
	s.t.Helper()
	s.t.Logf("%5.1f s: %s", time.Since(s.begin).Seconds(), fmt.Sprintf(format, args...))
}

// fail ends the test with the last lines of all logs.
func (s *slurm) fail(format string, args ...any) {
	s.t.Helper()
	text := fmt.Sprintf(format, args...)
	queue := exec.Command("squeue", "--array")
	queue.Env = s.env
	if out, err := queue.CombinedOutput(); err == nil {
		text += "\n" + string(out)
	}
	for _, pattern := range []string{"*.out", "*.log"} {
		logs, _ := filepath.Glob(filepath.Join(s.dir, pattern))
		for _, path := range logs {
			log, _ := os.ReadFile(path)
			lines := strings.Split(strings.TrimSpace(string(log)), "\n")
			text += fmt.Sprintf("\n--- %s\n%s", filepath.Base(path), strings.Join(lines[max(0, len(lines)-15):], "\n"))
		}
	}
	s.t.Fatal(text)
}

// stop ends all jobs, daemons and what they left behind.
func (s *slurm) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "scancel", "--full", "--signal=KILL", "--user="+fmt.Sprint(os.Getuid()))
	cmd.Env = s.env
	if s.daemons["slurmctld"] != nil {
		_ = cmd.Run()
	}
	for _, name := range []string{"slurmd", "slurmctld", "munged"} {
		if d := s.daemons[name]; d != nil {
			_ = syscall.Kill(-d.Process.Pid, syscall.SIGKILL)
		}
	}
	left := 0
	for try := range 100 {
		found := s.processes("")
		if try > 0 && len(found) == 0 {
			break
		}
		left = len(found)
		for _, p := range found {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond)
		left = len(s.processes(""))
	}
	if left > 0 {
		s.t.Errorf("%d processes of Slurm cannot be ended", left)
	}
	if err := os.RemoveAll(s.dir); err != nil {
		s.t.Error(err)
	}
}

// process is one of this Slurm, with the task of an array to which it belongs.
type process struct {
	pid, parent int
	name        string
	job, task   string // SLURM_ARRAY_JOB_ID and SLURM_ARRAY_TASK_ID, "" for none
}

// processes returns the processes of this Slurm with a name, or all: those that have its
// configuration in their environment.
func (s *slurm) processes(name string) (found []process) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		environ, err := os.ReadFile(filepath.Join(folder, "environ"))
		if err != nil || !strings.Contains("\x00"+string(environ), "\x00SLURM_CONF="+s.dir+"/") {
			continue
		}
		var p process
		stat, err := os.ReadFile(filepath.Join(folder, "stat")) // pid (name) state parent ...
		open, end := strings.IndexByte(string(stat), '('), strings.LastIndexByte(string(stat), ')')
		if err != nil || open < 0 || end < 0 {
			continue
		}
		p.name = string(stat[open+1 : end])
		var state string
		if _, err := fmt.Sscan(string(stat[end+1:]), &state, &p.parent); err != nil || state == "Z" {
			continue
		}
		if _, err := fmt.Sscan(filepath.Base(folder), &p.pid); err != nil {
			continue
		}
		for _, v := range strings.Split(string(environ), "\x00") {
			if text, ok := strings.CutPrefix(v, "SLURM_ARRAY_JOB_ID="); ok {
				p.job = text
			}
			if text, ok := strings.CutPrefix(v, "SLURM_ARRAY_TASK_ID="); ok {
				p.task = text
			}
		}
		if name == "" || p.name == name {
			found = append(found, p)
		}
	}
	return found
}
