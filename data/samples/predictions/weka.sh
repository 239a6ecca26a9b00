#!/bin/sh
# Writes weka-j48.csv, weka-bayes.csv and the same as weka.arff: the Experimenter of Weka 3.6.14 (Debian package
# weka) on 5 runs of 2-fold cross-validation of the iris data set that comes with it. sh weka.sh
run() {
  java -cp /usr/share/java/weka.jar weka.experiment.Experiment -r -T /usr/share/doc/weka/examples/iris.arff -L 1 -U 5 \
    -P weka.experiment.CrossValidationResultProducer -D "weka.experiment.$1 -O $2" \
    -- -X 2 -W weka.experiment.ClassifierSplitEvaluator -- -W "$3" -C 1 -- $4
}
run CSVResultListener weka-j48.csv weka.classifiers.trees.J48 "-C 0.25 -M 2"
run CSVResultListener weka-bayes.csv weka.classifiers.bayes.NaiveBayes
run InstancesResultListener weka-j48.arff weka.classifiers.trees.J48 "-C 0.25 -M 2"
run InstancesResultListener weka-bayes.arff weka.classifiers.bayes.NaiveBayes
