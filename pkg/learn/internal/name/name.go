// Package name writes the names of learners as package catalogue reads them: algorithm(key=value, flag).
package name

import (
	"fmt"
	"reflect"
	"strings"
)

// Of returns the name of a learner: algorithm, or "algorithm(a, b)" with those
// settings that are not empty. Package catalogue reads it back.
func Of(algorithm string, settings ...string) string {
	var set []string
	for _, s := range settings {
		if s != "" {
			set = append(set, s)
		}
	}
	if set == nil {
		return algorithm
	}
	return algorithm + "(" + strings.Join(set, ", ") + ")"
}

// Setting returns "key=value" for a name, or nothing if the value is the
// default.
func Setting[T comparable](key string, value, usual T) string {
	if value == usual {
		return ""
	}
	return fmt.Sprintf("%s=%v", key, value)
}

// Flag returns the key for a name if it is on.
func Flag(key string, on bool) string {
	if on {
		return key
	}
	return ""
}

// Foreign says whether the type of x is declared outside this module, so that nobody knows its code.
func Foreign(x any) bool {
	t := reflect.TypeOf(x)
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t == nil || !strings.HasPrefix(t.PkgPath(), "github.com/block-regularized/bcv/")
}
