// Writes jrip.json: data drawn here, and what JRip of Weka learns from them.
//
//	java -cp /usr/share/java/weka.jar JRipFixture.java > jrip.json
//
// "exact" holds data sets with the rules of JRip and the seed of the random
// numbers it draws; "error" holds mean test errors of JRip on simulated data,
// over independent pairs of a training and a test set, with standard errors.

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import weka.classifiers.rules.JRip;
import weka.core.Attribute;
import weka.core.FastVector;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Version;

public class JRipFixture {
  static Random random = new Random(20240501);

  /** An empty data set of numeric features, or of nominal ones where levels[j] > 0. */
  static Instances header(String name, int[] levels, int classes) {
    FastVector attributes = new FastVector();
    for (int j = 0; j < levels.length; j++) {
      attributes.addElement(levels[j] == 0 ? new Attribute("x" + (j + 1)) : new Attribute("x" + (j + 1), names("v", levels[j])));
    }
    attributes.addElement(new Attribute("class", names("c", classes)));
    Instances d = new Instances(name, attributes, 0);
    d.setClassIndex(levels.length);
    return d;
  }

  static FastVector names(String prefix, int n) {
    FastVector out = new FastVector();
    for (int i = 0; i < n; i++) out.addElement(prefix + i);
    return out;
  }

  static void add(Instances d, double[] row) { d.add(new Instance(1, row)); }

  static double round(double v) { return Math.rint(v * 1000) / 1000; }

  /** Breiman (1996): two normal classes with means +a and -a, a = 2/sqrt(20), in 20 dimensions. */
  static Instances twonorm(int n) {
    Instances d = header("twonorm", new int[20], 2);
    for (int i = 0; i < n; i++) {
      double[] row = new double[21];
      int c = random.nextInt(2);
      for (int j = 0; j < 20; j++) row[j] = round(random.nextGaussian() + (1 - 2 * c) * 2 / Math.sqrt(20));
      row[20] = c;
      add(d, row);
    }
    return d;
  }

  /** Breiman (1996): class 0 has mean 0 and variance 4, class 1 mean 1/sqrt(20) and variance 1. */
  static Instances ringnorm(int n) {
    Instances d = header("ringnorm", new int[20], 2);
    for (int i = 0; i < n; i++) {
      double[] row = new double[21];
      int c = random.nextInt(2);
      for (int j = 0; j < 20; j++) row[j] = round(c == 0 ? 2 * random.nextGaussian() : random.nextGaussian() + 1 / Math.sqrt(20));
      row[20] = c;
      add(d, row);
    }
    return d;
  }

  /** Breiman et al. (1984, §2.6.2): convex combinations of two of three triangular waves, plus noise. */
  static Instances waveform(int n) {
    int[][] pairs = {{0, 1}, {0, 2}, {1, 2}};
    int[] top = {7, 15, 11};
    Instances d = header("waveform", new int[21], 3);
    for (int i = 0; i < n; i++) {
      double[] row = new double[22];
      int c = random.nextInt(3);
      double u = random.nextDouble();
      for (int j = 0; j < 21; j++) {
        double a = Math.max(6 - Math.abs(j + 1 - top[pairs[c][0]]), 0), b = Math.max(6 - Math.abs(j + 1 - top[pairs[c][1]]), 0);
        row[j] = round(u * a + (1 - u) * b + random.nextGaussian());
      }
      row[21] = c;
      add(d, row);
    }
    return d;
  }

  /** Nominal and coarse numeric features, five classes of unequal frequency, with a share of wrong classes. */
  static Instances mixed(int n, double noise) {
    int[] levels = {3, 0, 4, 0, 2, 0};
    Instances d = header("mixed", levels, 5);
    for (int i = 0; i < n; i++) {
      double[] row = new double[7];
      for (int j = 0; j < 6; j++) row[j] = levels[j] > 0 ? random.nextInt(levels[j]) : random.nextInt(10);
      int c = 4;
      if (row[0] == 1 && row[1] <= 3) c = 0;
      else if (row[2] == 2 && row[3] >= 6) c = 1;
      else if (row[4] == 1 && row[1] >= 4 && row[3] <= 5) c = 2;
      else if (row[5] >= 7) c = 3;
      if (random.nextDouble() < noise) c = random.nextInt(5);
      row[6] = c;
      add(d, row);
    }
    return d;
  }

  static JRip fit(Instances d, int seed) throws Exception {
    JRip r = new JRip();
    r.setSeed(seed);
    r.buildClassifier(d);
    return r;
  }

  /** The seed of the random numbers after Instances.getRandomNumberGenerator(seed). */
  static long effective(Instances d, int seed) {
    return d.instance(new Random(seed).nextInt(d.numInstances())).toString().hashCode() + (long) seed;
  }

  static String exact(Instances d) throws Exception {
    StringBuilder out = new StringBuilder();
    out.append("{\"name\":\"" + d.relationName() + "\",\"levels\":[");
    for (int j = 0; j < d.classIndex(); j++) out.append((j > 0 ? "," : "") + (d.attribute(j).isNominal() ? d.attribute(j).numValues() : 0));
    out.append("],\"classes\":" + d.numClasses() + ",\n\"rows\":[");
    for (int i = 0; i < d.numInstances(); i++) {
      out.append(i > 0 ? ",\n[" : "\n[");
      for (int j = 0; j < d.numAttributes(); j++) {
        double v = d.instance(i).value(j);
        out.append((j > 0 ? "," : "") + (v == Math.rint(v) ? Long.toString((long) v) : Double.toString(v)));
      }
      out.append("]");
    }
    out.append("],\n\"runs\":[");
    for (int seed = 1; seed <= 5; seed++) {
      JRip r = fit(d, seed);
      out.append((seed > 1 ? ",\n" : "\n") + "{\"seed\":" + effective(d, seed) + ",\"rules\":[");
      String text = "";
      for (String line : r.toString().split("\n")) {
        if (line.contains("=> class=")) text += (text.isEmpty() ? "" : ",") + "\n\"" + line.trim() + "\"";
      }
      out.append(text + "],\n\"predicted\":\"");
      for (int i = 0; i < d.numInstances(); i++) out.append((int) r.classifyInstance(d.instance(i)));
      out.append("\"}");
    }
    return out.append("]}").toString();
  }

  interface Draw { Instances of(int n); }

  static String error(String name, Draw draw) throws Exception {
    int runs = 200, train = 200, test = 1000;
    double sum = 0, squares = 0;
    for (int r = 0; r < runs; r++) {
      JRip model = fit(draw.of(train), r + 1);
      Instances fresh = draw.of(test);
      int wrong = 0;
      for (int i = 0; i < test; i++) if (model.classifyInstance(fresh.instance(i)) != fresh.instance(i).classValue()) wrong++;
      double e = wrong / (double) test;
      sum += e;
      squares += e * e;
    }
    double mean = sum / runs, se = Math.sqrt((squares / runs - mean * mean) / (runs - 1));
    return String.format(Locale.ROOT, "{\"name\":\"%s\",\"train\":%d,\"runs\":%d,\"mean\":%.6f,\"se\":%.6f}", name, train, runs, mean, se);
  }

  public static void main(String[] args) throws Exception {
    System.out.println("{\"made by\":\"JRip of Weka " + Version.VERSION + "\",\n\"exact\":[");
    System.out.println(exact(mixed(400, 0.1)) + ",\n" + exact(mixed(150, 0)) + ",\n" + exact(waveform(301)) + ",\n" + exact(twonorm(151)) + ",\n" + exact(ringnorm(151)) + "],\n\"error\":[");
    System.out.println(error("twonorm", n -> twonorm(n)) + ",\n" + error("ringnorm", n -> ringnorm(n)) + ",\n" + error("waveform", n -> waveform(n)) + ",\n" + error("mixed", n -> mixed(n, 0.1)) + "]}");
  }
}
