//go:build browser

package notebook_test

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// jupyterServer is a running Jupyter server of the test's own.
type jupyterServer struct {
	port              int
	token             string
	program, settings string // the latter a folder, with the signatures of notebooks
}

// url returns the address of a path on the server, with the token that lets
// the browser in.
func (s jupyterServer) url(path string) string {
	return fmt.Sprintf("http://127.0.0.1:%d%s?token=%s", s.port, path, s.token)
}

// startJupyter starts a server with the folder as its root, the GoNB kernel of
// .build, and settings of its own, and stops it, kernels first, when the test
// ends.
func startJupyter(t *testing.T, root, folder string) jupyterServer {
	t.Helper()
	jupyter, err := exec.Command(filepath.Join(root, "scripts", "find-jupyter.sh"), "notebook", "6").Output()
	if err != nil {
		t.Fatal("no Jupyter Notebook 6, whose page this test drives; run scripts/install-packages.sh full, or set JUPYTER")
	}
	s := jupyterServer{port: freePort(t), token: rand.Text(), program: strings.TrimSpace(string(jupyter)),
		settings: t.TempDir()}
	cmd := exec.Command(s.program, "notebook", "--no-browser", "--allow-root",
		"--ip=127.0.0.1", fmt.Sprintf("--port=%d", s.port), "--port-retries=0",
		"--NotebookApp.token="+s.token, "--notebook-dir="+folder)
	cmd.Env = append(os.Environ(),
		"PATH="+filepath.Join(root, ".build", "bin")+":"+os.Getenv("PATH"),
		"JUPYTER_PATH="+filepath.Join(root, ".build", "jupyter"),
		"JUPYTER_CONFIG_DIR="+s.settings, "JUPYTER_DATA_DIR="+s.settings, "JUPYTER_RUNTIME_DIR="+s.settings,
		"BCV_SCALE=quick")
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(stopped)
	}()
	t.Cleanup(func() {
		s.stop(cmd.Process.Pid, stopped)
		if t.Failed() {
			t.Logf("the server's log:\n%s", log.String())
		}
	})
	s.waitReady(t, stopped)
	return s
}

// waitReady waits until the server answers.
func (s jupyterServer) waitReady(t *testing.T, stopped <-chan struct{}) {
	t.Helper()
	for range 300 {
		select {
		case <-stopped:
			t.Fatal("the Jupyter server stopped at its start")
		case <-time.After(200 * time.Millisecond):
		}
		response, err := http.Get(s.url("/api/status"))
		if err != nil {
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("the Jupyter server did not answer within a minute")
}

// stop asks the server to end its kernels and itself, and ends what is left.
func (s jupyterServer) stop(pid int, stopped <-chan struct{}) {
	request, err := http.NewRequest(http.MethodPost, s.url("/api/shutdown"), nil)
	if err == nil {
		request.Header.Set("Authorization", "token "+s.token)
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
		}
	}
	select {
	case <-stopped:
	case <-time.After(20 * time.Second):
		_ = syscall.Kill(-pid, syscall.SIGKILL)
		<-stopped
	}
}

// freePort returns a TCP port that nothing listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
