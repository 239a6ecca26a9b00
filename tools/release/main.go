// Command release builds bcv and bcv-research for all systems that they are released for: archives with the
// licences of what is linked into them, pages for man and completions for shells; the package for R, which is
// without the program; the package for npm, which has it by WebAssembly; and SHA256SUMS. What it builds is the
// commit, not the work tree, and the same commit and Go give the same bytes on every machine.
package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// root is the repository, seen from the folder in which Go runs tools.
const root = ".."

// programs are what is released; the first names the version.
var programs = []string{"./pkg/cmd/bcv", "./research/cmd/bcv-research"}

// beside are files of the repository that stand in every archive.
var beside = []string{"LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "docs/research/licences.md",
	"docs/reference/formats.md"}

func main() {
	out := flag.String("out", filepath.Join(root, ".build", "release"), "write archives and SHA256SUMS to this `directory`")
	targets := flag.String("targets", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64",
		"build for these `systems`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := release(ctx, *out, strings.Split(*targets, ","))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds the commit of the work tree for all targets.
func release(ctx context.Context, out string, targets []string) error {
	scratch, err := os.MkdirTemp("", "bcv-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	source := filepath.Join(scratch, "source")
	// A clone has what is committed and nothing else, and the tags that name the version.
	if _, err := output(ctx, root, nil, "git", "clone", "--quiet", "--no-hardlinks", ".", source); err != nil {
		return err
	}
	when, err := commitTime(ctx, source)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var sums strings.Builder
	keep := func(archive packed) error {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive.bytes), archive.name)
		fmt.Printf("%s (%.1f MB)\n", filepath.Join(out, archive.name), float64(len(archive.bytes))/1e6)
		return os.WriteFile(filepath.Join(out, archive.name), archive.bytes, 0o666)
	}
	var version string
	for _, name := range targets {
		goos, goarch, ok := strings.Cut(name, "/")
		if !ok {
			return fmt.Errorf("target %q; write a system and a processor, such as linux/amd64", name)
		}
		archive, err := target{goos, goarch}.archive(ctx, source, scratch, when)
		if err == nil {
			version, err = archive.version, keep(archive)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	library, err := rPackage(source, version, when)
	if err == nil {
		err = keep(library)
	}
	if err != nil {
		return fmt.Errorf("clients/r: %w", err)
	}
	web, err := npmPackage(ctx, source, scratch, version, when)
	if err == nil {
		err = keep(web)
	}
	if err != nil {
		return fmt.Errorf("clients/node: %w", err)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// target is a system and a processor by the names of Go.
type target struct{ goos, goarch string }

// packed is an archive in memory.
type packed struct {
	name, version string
	bytes         []byte
}

// archive builds the programs and packs them.
func (t target) archive(ctx context.Context, source, scratch string, when time.Time) (packed, error) {
	bin := filepath.Join(scratch, t.goos+"-"+t.goarch) + string(filepath.Separator)
	env := []string{"CGO_ENABLED=0", "GOOS=" + t.goos, "GOARCH=" + t.goarch, "GOAMD64=v1", "GOFLAGS="}
	build := append([]string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", bin}, programs...)
	if _, err := output(ctx, source, env, "go", build...); err != nil {
		return packed{}, err
	}
	files, err := licences(ctx, source, env)
	if err != nil {
		return packed{}, err
	}
	var version string
	for _, p := range programs {
		name := t.executable(p)
		if version, err = t.check(ctx, filepath.Join(bin, name)); err != nil {
			return packed{}, err
		}
		text, err := os.ReadFile(filepath.Join(bin, name))
		if err != nil {
			return packed{}, err
		}
		files = append(files, file{name: name, text: text, program: true})
	}
	for _, name := range beside {
		text, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return packed{}, err
		}
		files = append(files, file{name: name, text: text})
	}
	more, err := guides(source, version, when)
	if err != nil {
		return packed{}, err
	}
	files = append(files, more...)
	root, pack := fmt.Sprintf("bcv-%s-%s-%s", version, t.goos, t.goarch), tarball
	name := root + ".tar.gz"
	if t.goos == "windows" {
		name, pack = root+".zip", zipped
	}
	archive, err := pack(root, when, files)
	return packed{name, version, archive}, err
}

// executable returns the name of the file of a program.
func (t target) executable(program string) string {
	if t.goos == "windows" {
		return path.Base(program) + ".exe"
	}
	return path.Base(program)
}

// check returns the version in the binary, and an error if it is not what is to be
// released: of a version, for the target, without C and without paths of this machine.
// The binary of this machine's own kind is run.
func (t target) check(ctx context.Context, binary string) (string, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "", err
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	for key, want := range map[string]string{"GOOS": t.goos, "GOARCH": t.goarch, "CGO_ENABLED": "0", "-trimpath": "true",
		"vcs.modified": "false"} {
		if settings[key] != want {
			return "", fmt.Errorf("the build has %s=%s, not %s", key, settings[key], want)
		}
	}
	version := info.Main.Version
	if !strings.HasPrefix(version, "v") {
		return "", fmt.Errorf("the build has the version %s; it needs git and a commit", version)
	}
	if t != (target{runtime.GOOS, runtime.GOARCH}) {
		return version, nil
	}
	said, err := output(ctx, ".", nil, binary, "--version")
	if name := filepath.Base(binary); err == nil && !strings.HasPrefix(said,
		strings.TrimSuffix(name, ".exe")+" "+version+",") {
		err = fmt.Errorf("%s --version prints %q, not %s", name, said, version)
	}
	return version, err
}

func commitTime(ctx context.Context, source string) (time.Time, error) {
	text, err := output(ctx, source, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// output runs a command in a directory and returns what it prints; what it says on
// standard error is in the error.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var said strings.Builder
	c.Stderr = &said
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", strings.Join(append([]string{name}, args...), " "), err,
			strings.TrimSpace(said.String()))
	}
	return string(text), nil
}
