# Fetches the program of a release, checks its sum, and puts it where the functions look for it first.
install_bcv <- function(version = NULL, from = "https://github.com/block-regularized/bcv/releases/download",
                        into = NULL) {
  if (is.null(into)) into <- bcv_library()
  version <- bcv_release(version)
  system <- bcv_system()
  windows <- startsWith(system, "windows")
  name <- paste0("bcv-", version, "-", system)
  archive <- paste0(name, if (windows) ".zip" else ".tar.gz")
  scratch <- tempfile("bcv")
  dir.create(scratch)
  on.exit(unlink(scratch, recursive = TRUE))
  for (file in c("SHA256SUMS", archive)) bcv_fetch(paste(from, version, file, sep = "/"), file.path(scratch, file))
  bcv_check_sum(file.path(scratch, archive), file.path(scratch, "SHA256SUMS"))
  program <- if (windows) "bcv.exe" else "bcv"
  unpack <- if (windows) utils::unzip else utils::untar
  unpack(file.path(scratch, archive), exdir = scratch)
  if (!file.exists(file.path(scratch, name, program))) bcv_stop(archive, " has no ", name, "/", program, "; check the release")
  dir.create(into, showWarnings = FALSE, recursive = TRUE)
  path <- file.path(into, program)
  beside <- tempfile("bcv", into) # renamed when whole: a program that runs is not written over
  if (!file.copy(file.path(scratch, name, program), beside) || !file.rename(beside, path)) {
    unlink(beside)
    bcv_stop(path, ": cannot be written; name another folder with into =")
  }
  message("bcv ", version, " is installed: ", path)
  invisible(path)
}

# Where install_bcv puts the program: the user's folder of this package.
bcv_library <- function() tools::R_user_dir("bcvcompare", "data")

# The version of the release to install: if none is named, that of the package.
bcv_release <- function(version, own = utils::packageVersion("bcvcompare")) {
  if (is.null(version) && own == "0.0.0") {
    bcv_stop("this package is from a clone and belongs to no release; run `go install ./pkg/cmd/bcv` in the clone, ",
             "or name a release, install_bcv(\"vX.Y.Z\")")
  }
  if (is.null(version)) version <- paste0("v", own)
  if (!grepl("^v[0-9]+[.][0-9]+[.][0-9]+[-+.0-9A-Za-z]*$", version)) {
    bcv_stop(version, " is not the version of a release; write it like vX.Y.Z")
  }
  version
}

# The system in the names of archives.
bcv_system <- function(system = Sys.info()[["sysname"]], machine = R.version$arch) {
  systems <- c(Linux = "linux", Darwin = "darwin", Windows = "windows")
  machines <- c(x86_64 = "amd64", aarch64 = "arm64")
  if (!system %in% names(systems) || !machine %in% names(machines)) {
    bcv_stop("no release for ", system, " on ", machine, "; run `go install ./pkg/cmd/bcv` in a clone of ",
             "https://github.com/block-regularized/bcv")
  }
  paste0(systems[[system]], "-", machines[[machine]])
}

bcv_fetch <- function(url, path) {
  before <- options(timeout = max(600, getOption("timeout")))
  on.exit(options(before))
  wrong <- character() # warnings, the last of which says more than the error after them
  warned <- function(w) {
    wrong <<- c(wrong, conditionMessage(w))
    invokeRestart("muffleWarning")
  }
  tryCatch(withCallingHandlers(utils::download.file(url, path, quiet = TRUE, mode = "wb"), warning = warned),
           error = function(e) if (length(wrong) == 0) wrong <<- conditionMessage(e))
  if (length(wrong) > 0) {
    bcv_stop(url, ": ", sub("^.*URL '[^']*': ", "", wrong[length(wrong)]), "; check the version and the connection")
  }
}

# Stops unless the file has the SHA-256 sum that the list of the release says.
bcv_check_sum <- function(path, list) {
  lines <- strsplit(readLines(list), "  ", fixed = TRUE)
  want <- Filter(function(line) length(line) == 2 && line[[2]] == basename(path), lines)
  if (length(want) != 1) bcv_stop("SHA256SUMS has no sum of ", basename(path), "; check the release")
  got <- bcv_sha256(path)
  if (got != want[[1]][[1]]) {
    bcv_stop(basename(path), ": its SHA-256 sum is ", got, ", not ", want[[1]][[1]],
             " as in SHA256SUMS; nothing is installed, try again")
  }
}

# The SHA-256 sum of a file: R has it from 4.5, systems have a program for it.
bcv_sha256 <- function(path) {
  if ("sha256sum" %in% getNamespaceExports("tools")) return(unname(getExportedValue("tools", "sha256sum")(path)))
  programs <- list(c("sha256sum", path), c("shasum", "-a", "256", path), c("certutil", "-hashfile", path, "SHA256"))
  for (words in programs) {
    if (Sys.which(words[1]) == "") next
    said <- system2(words[1], bcv_quote(words[-1]), stdout = TRUE)
    sums <- unlist(regmatches(said, gregexpr("[0-9a-f]{64}", said)))
    if (length(sums) == 1) return(sums)
  }
  bcv_stop("no program to compute SHA-256 sums (sha256sum, shasum or certutil); install one, or R 4.5")
}
