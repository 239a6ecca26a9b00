//go:build docs

package docs

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

const (
	module  = "github.com/block-regularized/bcv"
	address = "https://" + module + "/releases/download"
)

// downloads are lines about downloads, which the page leaves out; seconds and versions of Go vary.
var (
	downloads = regexp.MustCompile(`(?m)^(go: downloading |go: finding module for package gopkg|go: found gopkg|trying URL |Content type |=+$|downloaded ).*\n`)
	seconds   = regexp.MustCompile(`done in [\d.]+ s`)
	goVersion = regexp.MustCompile(`\bgo1\.\d+(\.\d+)?`)
)

// TestDocsDoors runs what the page about a first verdict shows, one section after the other, on a release that is
// built from the commit: each in an empty folder that is also its home, without the environment of this process.
// With BCV_CHROOT, a folder with a system that has Python, scikit-learn, R, Go and Node.js, it runs there, as root.
func TestDocsDoors(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the page shows the commands for Linux on amd64")
	}
	url := serve(t)
	page, err := os.ReadFile(doors)
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(page), "\n## ")
	ran := 0
	for section := range strings.SplitSeq(sections, "\n## ") {
		name, text, _ := strings.Cut(section, "\n")
		all, err := Blocks(text)
		if err != nil {
			t.Fatal(err)
		}
		var session string
		files := map[string]string{}
		for _, b := range all {
			if b.Language == "console" {
				session += b.Text
			} else if b.File != "" {
				files[filepath.Base(b.File)] = b.Text
			}
		}
		if session == "" {
			continue
		}
		ran++
		t.Run(name, func(t *testing.T) {
			goThrough(t, url, Sessions(session), files)
		})
	}
	if ran < 4 {
		t.Errorf("%d sections have commands, want 4 at least", ran)
	}
}

// What the page about a first verdict shows of the browser is what the command prints; the tests of the site compare
// the page there with the command.
func TestDocsBrowser(t *testing.T) {
	all := blocks(t, doors)
	got := strings.TrimSpace(all[len(all)-1].Text)
	if want := shell(t, "go run ./pkg/cmd/bcv compare data/samples/losses.csv"); *update && got != want {
		rewrite(t, doors, "```text\n"+got+"\n", "```text\n"+want+"\n")
	} else if got != want {
		t.Errorf("the page shows\n%s\nthe command prints\n%s", got, want)
	}
}

// goThrough runs the commands in one shell and compares what each prints.
func goThrough(t *testing.T, url string, all []Session, files map[string]string) {
	chroot := os.Getenv("BCV_CHROOT")
	home, err := os.MkdirTemp(filepath.Join(chroot, "/tmp"), "door")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	// The folder of the release, and libraries that a stranger would fetch, are here.
	local := strings.NewReplacer(address, url+"/download", "install_bcv()", `install_bcv(from = "`+url+`/download")`,
		"-m venv", "-m venv --system-site-packages")
	var script strings.Builder
	script.WriteString("set -euo pipefail; cd\n")
	for _, s := range all {
		script.WriteString("echo @@\n" + local.Replace(s.Command) + "\n")
	}
	files[".door"] = script.String()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inside := strings.TrimPrefix(home, chroot)
	words := []string{"env", "-i", "HOME=" + inside, "LANG=C.UTF-8",
		"PATH=" + shell(t, "go env GOROOT") + "/bin:/usr/local/bin:/usr/bin:/bin",
		"GOPROXY=" + url + "/proxy," + shell(t, "go env GOPROXY"), "GONOSUMDB=" + module, "GOFLAGS=-modcacherw",
		"PIP_DISABLE_PIP_VERSION_CHECK=1",
		"GOPATH=" + inside + "/.go"} // the home is also the module of the page: packages in it are of the module
	if chroot != "" {
		words = append([]string{"chroot", chroot}, words...)
	} else { // what this machine has compiled is compiled
		words = append(words, "GOCACHE="+shell(t, "go env GOCACHE"), "GOFLAGS=-modcacherw -trimpath -buildvcs=false")
	}
	if path := os.Getenv("SSL_CERT_FILE"); path != "" {
		words = append(words, "SSL_CERT_FILE="+path)
	}
	words = append(words, "bash", inside+"/.door")
	start, c := time.Now(), exec.Command(words[0], words[1:]...)
	out, err := c.CombinedOutput()
	t.Logf("%.1f s, %.1f s of processors", time.Since(start).Seconds(),
		(c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	text := downloads.ReplaceAllString(strings.ReplaceAll(string(out), inside, "/home/you"), "")
	text = goVersion.ReplaceAllString(seconds.ReplaceAllString(text, "done in 0.0 s"), "go1.26.8")
	said := strings.Split(text, "@@\n")[1:]
	for i, got := range said {
		if want := all[i].Output; *update && strings.TrimSpace(got) != strings.TrimSpace(want) {
			rewrite(t, doors, "$ "+all[i].Command+"\n"+want, replaceOutput("$ "+all[i].Command+"\n"+want, all[i], got))
		} else if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nthe page shows\n%s", all[i].Command, got, want)
		}
	}
	if err != nil {
		t.Errorf("%s: %v", all[len(said)-1].Command, err)
	}
}

// serve builds the release of the commit, its wheel and the zip of the module, and serves them as the page's address
// and a proxy of modules do. BCV_RELEASE is a clone whose folder out has the archives.
func serve(t *testing.T) string {
	version := "v" + released(t, root)
	clone := os.Getenv("BCV_RELEASE")
	if clone == "" {
		clone = filepath.Join(t.TempDir(), "clone")
		shell(t, "git clone -q --no-hardlinks . "+clone)
		shell(t, "cd "+clone+" && git tag -f "+version+" && go -C tools run ./release -targets linux/amd64 -out ../out")
	}
	out := filepath.Join(clone, "out")
	shell(t, clone+"/scripts/build-wheels.py --out "+out+" "+out+"/bcv-*-linux-amd64.tar.gz")
	modules := t.TempDir()
	shell(t, "cd / && GOFLAGS=-modcacherw GOPROXY=direct GONOSUMDB=* GOMODCACHE="+modules+
		" GIT_CONFIG_COUNT=1 GIT_CONFIG_VALUE_0=https://"+module+" GIT_CONFIG_KEY_0=url.file://"+clone+".insteadOf"+
		" go mod download "+module+"@"+version)
	mux := http.NewServeMux()
	mux.Handle("/download/"+version+"/", http.StripPrefix("/download/"+version+"/", http.FileServer(http.Dir(out))))
	mux.Handle("/proxy/", http.StripPrefix("/proxy/", http.FileServer(http.Dir(modules+"/cache/download"))))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// shell runs a line that must succeed.
func shell(t *testing.T, line string) string {
	t.Helper()
	stdout, stderr, status := bash(t, line)
	if status != 0 {
		t.Fatalf("%s: status %d, %s", line, status, stderr)
	}
	return strings.TrimSpace(stdout)
}
