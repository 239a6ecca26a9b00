package data

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/research/public"
)

// A cancelled command stops between data sets.
func TestDataVerifyStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs strings.Builder
	err := verifyData(ctx, &command.Environment{Stdout: &out, Stderr: &errs}, public.Manifest(), nil, false)
	if !errors.Is(err, context.Canceled) || out.String() != "" {
		t.Errorf("error %v, output %q", err, out.String())
	}
}
