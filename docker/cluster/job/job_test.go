// Package job checks job.yaml against the types of Kubernetes. It is a module of its own,
// so that bcv does not need them.
package job

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// read reads a Job, and refuses fields that there are not, or that are there twice.
func read(text []byte) (j batch.Job, err error) {
	err = yaml.UnmarshalStrict(text, &j)
	return j, err
}

// faults are the rules of the server that the types do not have: the rules of batch/v1 for a
// Job with indices and a policy for failures of pods (comments of JobSpec and
// PodFailurePolicy in k8s.io/api/batch/v1).
func faults(j batch.Job) (out []string) {
	is := func(bad bool, what string) {
		if bad {
			out = append(out, what)
		}
	}
	s, pod := j.Spec, j.Spec.Template.Spec
	is(j.APIVersion != "batch/v1" || j.Kind != "Job", "no batch/v1 Job")
	is(j.Name == "", "no name")
	indexed := s.CompletionMode != nil && *s.CompletionMode == batch.IndexedCompletion
	is(indexed && (s.Completions == nil || *s.Completions < 1), "indices without completions")
	is(indexed && s.Parallelism != nil && *s.Parallelism > 100_000, "parallelism above 100,000")
	is(s.BackoffLimitPerIndex != nil && !indexed, "backoffLimitPerIndex without indices")
	is(s.MaxFailedIndexes != nil && s.BackoffLimitPerIndex == nil, "maxFailedIndexes without backoffLimitPerIndex")
	is(!slices.Contains([]core.RestartPolicy{core.RestartPolicyNever, core.RestartPolicyOnFailure}, pod.RestartPolicy),
		"no restartPolicy of jobs")
	is(s.PodFailurePolicy != nil && pod.RestartPolicy != core.RestartPolicyNever, "podFailurePolicy with restarts")
	var names, volumes []string
	for _, c := range pod.Containers {
		is(c.Name == "" || c.Image == "" || slices.Contains(names, c.Name),
			"a container without a name of its own or an image")
		names = append(names, c.Name)
	}
	is(len(names) == 0, "no container")
	for _, v := range pod.Volumes {
		volumes = append(volumes, v.Name)
	}
	for _, c := range pod.Containers {
		for _, m := range c.VolumeMounts {
			is(!slices.Contains(volumes, m.Name) || !filepath.IsAbs(m.MountPath), "a mount of no volume")
		}
	}
	if s.PodFailurePolicy == nil {
		return out
	}
	is(len(s.PodFailurePolicy.Rules) > 20, "more than 20 rules")
	for _, r := range s.PodFailurePolicy.Rules {
		is((r.OnExitCodes == nil) == (len(r.OnPodConditions) == 0), "a rule without one of onExitCodes and onPodConditions")
		is(!slices.Contains([]batch.PodFailurePolicyAction{"Ignore", "Count", "FailJob", "FailIndex"}, r.Action),
			"an action that is none")
		is(r.Action == batch.PodFailurePolicyActionFailIndex && s.BackoffLimitPerIndex == nil,
			"FailIndex without backoffLimitPerIndex")
		if on := r.OnExitCodes; on != nil {
			is(on.ContainerName != nil && !slices.Contains(names, *on.ContainerName), "a rule for a container that is not there")
			is(on.Operator != "In" && on.Operator != "NotIn", "an operator that is none")
			is(len(on.Values) == 0 || len(on.Values) > 255 || !slices.IsSorted(on.Values) ||
				len(slices.Compact(slices.Clone(on.Values))) != len(on.Values), "exit codes that are not ascending")
			is(on.Operator == "In" && slices.Contains(on.Values, 0), "0 among the codes of failures")
		}
		for _, c := range r.OnPodConditions {
			is(c.Type == "" || !slices.Contains([]core.ConditionStatus{"True", "False", "Unknown"}, c.Status),
				"a condition without type or status")
		}
	}
	return out
}

func file(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The Job has the fields that there are, and keeps the rules; each change breaks one.
func TestJob(t *testing.T) {
	text := string(file(t))
	j, err := read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if f := faults(j); f != nil {
		t.Error(f)
	}
	for _, c := range []struct{ old, new, want string }{
		{"backoffLimitPerIndex:", "backoffLimitPerIndexes:", "unknown field"},
		{"parallelism: 16", "parallelism: 16\n  parallelism: 8", "already set"},
		{"completions: 16", "completions: many", "cannot unmarshal"},
		{"action: FailIndex", "action: Stop", "an action that is none"},
		{"restartPolicy: Never", "restartPolicy: OnFailure", "podFailurePolicy with restarts"},
		{"restartPolicy: Never", "restartPolicy: Always", "no restartPolicy of jobs"},
		{"completionMode: Indexed", "completionMode: NonIndexed", "backoffLimitPerIndex without indices"},
		{"completions: 16", "", "indices without completions"},
		{"  backoffLimitPerIndex: 3\n", "", "FailIndex without backoffLimitPerIndex"},
		{"containerName: part", "containerName: other", "a container that is not there"},
		{"values: [75]", "values: [0, 75]", "0 among the codes"},
		{"mountPath: /parts", "mountPath: parts", "a mount of no volume"},
		{"batch/v1", "batch/v2", "no batch/v1 Job"},
	} {
		changed := strings.Replace(text, c.old, c.new, 1)
		if changed == text {
			t.Errorf("there is no %q", c.old)
		}
		j, err := read([]byte(changed))
		if got := fmt.Sprint(err, faults(j)); !strings.Contains(got, c.want) {
			t.Errorf("%q in place of %q: %s, want %s", c.new, c.old, got, c.want)
		}
	}
}

// What the pods run, with the numbers that Kubernetes gives them, is collected to the bytes
// of one run; the codes in the rules are those with which the command ends.
func TestPods(t *testing.T) {
	j, err := read(file(t))
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := t.TempDir(), t.TempDir()
	self := filepath.Join(bin, "bcv")
	build := exec.Command("go", "build", "-o", bin, "./pkg/cmd/bcv", "./research/cmd/bcv-research")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := j.Spec.Template.Spec.Containers[0]
	pod := func(index int, more ...string) *exec.Cmd {
		args := slices.Clone(c.Command[1:])
		for i, a := range args {
			args[i] = strings.Replace(a, c.VolumeMounts[0].MountPath, dir, 1)
		}
		cmd := exec.Command(self, append(args, more...)...)
		cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=", "PARALLEL_SEQ=", "SLURM_CPUS_PER_TASK=",
			fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index))
		return cmd
	}
	code := func(action batch.PodFailurePolicyAction) int {
		for _, r := range j.Spec.PodFailurePolicy.Rules {
			if r.Action == action && r.OnExitCodes != nil {
				return int(r.OnExitCodes.Values[0])
			}
		}
		t.Fatalf("no rule for %s", action)
		return 0
	}
	if wrong := pod(0, "--seed", "x"); wrong.Run() == nil ||
		wrong.ProcessState.ExitCode() != code(batch.PodFailurePolicyActionFailIndex) {
		t.Errorf("wrong flags: %v", wrong.ProcessState)
	}
	other := t.TempDir()
	ended := pod(0, "--scale", "paper", "--dir", other)
	ended.Stdout, ended.Stderr = io.Discard, io.Discard
	if err := ended.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 { // until it computes
		if logs, _ := filepath.Glob(filepath.Join(other, "*.log")); len(logs) > 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = ended.Process.Signal(syscall.SIGTERM)
	if _ = ended.Wait(); ended.ProcessState.ExitCode() != code(batch.PodFailurePolicyActionIgnore) {
		t.Errorf("SIGTERM: %v", ended.ProcessState)
	}
	for index := range int(*j.Spec.Completions) {
		if out, err := pod(index).CombinedOutput(); err != nil {
			t.Fatalf("pod %d: %v, %s", index, err, out)
		}
	}
	study := c.Command[3]
	want, err := exec.Command(self, "study", "run", study).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := exec.Command(self, "study", "collect", study, "--dir", dir).Output(); err != nil ||
		!bytes.Equal(got, want) {
		t.Errorf("collected (%v)\n%s\nwant\n%s", err, got, want)
	}
}
