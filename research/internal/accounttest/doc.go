// Package accounttest runs experiments at the quick scale for the tests of the account.
package accounttest
