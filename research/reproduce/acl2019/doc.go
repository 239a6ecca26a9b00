// Package acl2019 reproduces the Bayes tests and intervals of Wang and Li (ACL 2019),
// which are also the tables of thesis chapter 6 and of the poster.
package acl2019
