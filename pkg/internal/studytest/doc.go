// Package studytest holds laws with known answers for the tests of studies.
package studytest
