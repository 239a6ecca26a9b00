//go:build browser || site

package chromium

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

// Open starts Chromium, as scripts/find-chromium.sh of the repository root finds it, and
// opens an address in a window of width x height pixels. The test's end ends it.
func Open(t *testing.T, root, address string, width, height int) *rod.Page {
	t.Helper()
	program, err := exec.Command(filepath.Join(root, "scripts", "find-chromium.sh")).Output()
	if err != nil {
		t.Fatal("no Chromium; run scripts/install-packages.sh full, or set CHROMIUM")
	}
	settings := t.TempDir()
	l := launcher.New().Bin(strings.TrimSpace(string(program))).Leakless(false).NoSandbox(true).
		Env(append(os.Environ(), "XDG_CONFIG_HOME="+settings, "XDG_CACHE_HOME="+settings)...).
		UserDataDir(filepath.Join(settings, "profile")).
		Set("disable-gpu").Set("disable-quic").Set("no-first-run").Set("disable-dev-shm-usage").
		Set("disable-background-networking").Set("disable-component-update").Set("disable-sync")
	control, err := l.Launch()
	if err != nil {
		t.Fatalf("Chromium did not start: %v", err)
	}
	t.Cleanup(l.Cleanup)
	t.Cleanup(l.Kill)
	browser := rod.New().ControlURL(control)
	if err := browser.Connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = browser.Close() })
	page, err := browser.Page(proto.TargetCreateTarget{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	Resize(t, page, width, height)
	return page
}

// Resize gives the window another size.
func Resize(t *testing.T, page *rod.Page, width, height int) {
	t.Helper()
	if err := page.SetViewport(&proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height,
		DeviceScaleFactor: 1}); err != nil {
		t.Fatal(err)
	}
}
