# install_bcv on made releases, which are files; their program is a script, which only runs on Unix.
library(bcvcompare)
internal <- function(name) get(name, asNamespace("bcvcompare"))
refused <- function(line, expression) {
  got <- tryCatch({ expression; "no error" }, bcv_error = conditionMessage)
  if (!identical(got, line)) stop("got: ", got, "\nwant: ", line)
}

# What can be installed.
system_of <- internal("bcv_system")
stopifnot(system_of("Linux", "x86_64") == "linux-amd64", system_of("Linux", "aarch64") == "linux-arm64",
          system_of("Darwin", "aarch64") == "darwin-arm64", system_of("Windows", "x86_64") == "windows-amd64")
advice <- "; run `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv"
refused(paste0("no release for SunOS on x86_64", advice), system_of("SunOS", "x86_64"))
refused(paste0("no release for Linux on riscv64", advice), system_of("Linux", "riscv64"))
release_of <- internal("bcv_release")
stopifnot(release_of("v1.2.3-rc.1") == "v1.2.3-rc.1", release_of(NULL, numeric_version("1.2.3")) == "v1.2.3")
refused("1.2.3 is not the version of a release; write it like vX.Y.Z", release_of("1.2.3"))
refused("v1.2.3/../x is not the version of a release; write it like vX.Y.Z", install_bcv("v1.2.3/../x"))
refused(paste0("this package is from a clone and belongs to no release; run `go install ./pkg/cmd/bcv` in the clone, ",
               "or name a release, install_bcv(\"vX.Y.Z\")"), release_of(NULL, numeric_version("0.0.0")))

if (.Platform$OS.type != "unix" || !exists("sha256sum", asNamespace("tools")) && all(Sys.which(c("sha256sum", "shasum")) == "")) {
  cat("skipped: no Unix, or no program for SHA-256 sums\n")
  quit("no")
}
writeLines("abc", known <- tempfile())
stopifnot(internal("bcv_sha256")(known) == "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb")

# A release of one archive.
releases <- tempfile("releases")
library <- file.path(tempfile("user"), "a b")
Sys.setenv(R_USER_DATA_DIR = library, BCV = "")
version <- "v1.2.3"
name <- tryCatch(paste0("bcv-", version, "-", system_of()), bcv_error = function(e) quit("no"))
archive <- file.path(releases, version, paste0(name, ".tar.gz"))
make <- function(script, program = "bcv") {
  dir.create(file.path(releases, name), recursive = TRUE, showWarnings = FALSE)
  dir.create(dirname(archive), showWarnings = FALSE)
  unlink(file.path(releases, name, "bcv"))
  writeLines(c("#!/bin/sh", script), file.path(releases, name, program))
  Sys.chmod(file.path(releases, name, program), "755")
  writeLines("not to be installed", file.path(releases, name, "LICENSE"))
  before <- setwd(releases)
  on.exit(setwd(before))
  utils::tar(archive, name, compression = "gzip", tar = "internal")
  other <- paste0(strrep("0", 64), "  ", name, ".tar.gz.sig")
  writeLines(c(other, paste0(internal("bcv_sha256")(archive), "  ", basename(archive))), file.path(version, "SHA256SUMS"))
}
make("echo first")
from <- paste0("file://", releases)
path <- suppressMessages(install_bcv(version, from))
stopifnot(path == file.path(tools::R_user_dir("bcvcompare", "data"), "bcv"), startsWith(path, library),
          identical(list.files(dirname(path)), "bcv"), system2(path, stdout = TRUE) == "first")
stopifnot(internal("bcv_find")(NULL) == path) # before PATH
Sys.setenv(BCV = "sh")
stopifnot(internal("bcv_find")(NULL) == Sys.which("sh"), internal("bcv_find")("ls") == Sys.which("ls"))
Sys.setenv(BCV = "")

# A program of another release is named, with its path: once by a warning, and where it lacks a flag.
stub <- tempfile()
writeLines(c("#!/bin/sh", "test \"$1\" = --version && echo 'bcv v0.0.9 (go1.26, linux/amd64)' && exit 0",
             "echo \"bcv $1: no flag --m; see bcv split --help\" >&2", "exit 2"), stub)
Sys.chmod(stub, "755")
choose <- "choose another one by the argument command or the environment variable BCV"
refused(paste0("no flag --m; see bcv split --help; the program is bcv v0.0.9, ", stub, "; ", choose), bcv_folds(8, command = stub))
same <- internal("bcv_same")
stopifnot(isTRUE(same(stub, "0.0.9")), isFALSE(same(stub, "0.1.0")), is.na(same(stub, "0.0.0")), isFALSE(same(Sys.which("true"), "0.1.0")))
warned <- tryCatch(internal("bcv_warn")(stub, "0.1.0"), warning = conditionMessage)
stopifnot(warned == paste0("the program ", stub, " is bcv v0.0.9, this package is of version 0.1.0; ", choose))
internal("bcv_warn")(stub, "0.1.0") # it was said
internal("bcv_warn")(stub, "0.0.9")

# Another one takes its place; with a wrong sum it does not.
make("echo second")
suppressMessages(install_bcv(version, from))
stopifnot(system2(path, stdout = TRUE) == "second")
list <- file.path(releases, version, "SHA256SUMS")
right <- readLines(list)
wrong <- sub("^.{64}", strrep("f", 64), right)
writeLines(wrong, list)
refused(paste0(basename(archive), ": its SHA-256 sum is ", substr(right[2], 1, 64), ", not ", strrep("f", 64),
               " as in SHA256SUMS; nothing is installed, try again"), install_bcv(version, from, into = elsewhere <- tempfile()))
writeLines(right[1], list)
refused(paste0("SHA256SUMS has no sum of ", basename(archive), "; check the release"), install_bcv(version, from, into = elsewhere))
stopifnot(!file.exists(elsewhere), system2(path, stdout = TRUE) == "second")
writeLines(right, list)
stopifnot(suppressMessages(install_bcv(version, from, into = elsewhere)) == file.path(elsewhere, "bcv"))
writeLines("a file", file <- tempfile())
got <- tryCatch(suppressWarnings(install_bcv(version, from, into = file)), bcv_error = conditionMessage)
stopifnot(identical(got, paste0(file, "/bcv: cannot be written; name another folder with into =")))
dir.create(file.path(taken <- tempfile(), "bcv", "folder"), recursive = TRUE)
got <- tryCatch(suppressWarnings(install_bcv(version, from, into = taken)), bcv_error = conditionMessage)
stopifnot(identical(got, paste0(taken, "/bcv: cannot be written; name another folder with into =")), identical(list.files(taken), "bcv"))
got <- tryCatch(install_bcv("v9.9.9", from), bcv_error = conditionMessage)
stopifnot(grepl("No such file or directory", got), startsWith(got, paste0(from, "/v9.9.9/SHA256SUMS: ")), endsWith(got, "; check the version and the connection"))
make("echo third", program = "vcb")
refused(paste0(basename(archive), " has no ", name, "/bcv; check the release"), install_bcv(version, from))
stopifnot(system2(path, stdout = TRUE) == "second", identical(list.files(dirname(path)), "bcv"))
