package cv

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ID identifies a partition set in files. Method and seed, with the other settings of the
// method (m, labels, groups), reproduce the set, and the fingerprint verifies it.
type ID struct {
	Method      Method
	Seed        uint64
	Fingerprint string // 16 hexadecimal digits, see Set.Fingerprint
}

// ID returns the ID of a set.
func (s Set) ID() ID { return ID{s.Method, s.Seed, s.Fingerprint()} }

// String returns method, seed and fingerprint, separated by colons, such as
// bcv:1:3b4fe958a5e9fe59.
func (id ID) String() string {
	return string(id.Method) + ":" + strconv.FormatUint(id.Seed, 10) + ":" + id.Fingerprint
}

// ParseID reads what ID.String writes.
func ParseID(text string) (ID, error) {
	bad := func(what string) (ID, error) {
		return ID{}, fmt.Errorf("cv: %q does not name a partition set, %s; it is method:seed:fingerprint, such as "+
			"bcv:1:3b4fe958a5e9fe59", text, what)
	}
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return bad("it has " + strconv.Itoa(len(parts)) + " parts and not 3")
	}
	id := ID{Method: Method(parts[0]), Fingerprint: parts[2]}
	if !slices.Contains(methods, id.Method) {
		return bad("the method is unknown")
	}
	var err error
	if id.Seed, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return bad("the seed is not a number from 0 to 2^64-1")
	}
	if len(id.Fingerprint) != 16 || strings.Trim(id.Fingerprint, "0123456789abcdef") != "" {
		return bad("the fingerprint does not have 16 hexadecimal digits")
	}
	return id, nil
}
