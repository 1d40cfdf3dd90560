import freemarker.core.Environment;
import freemarker.log.Logger;
import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateModel;
import freemarker.template.Version;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * The original engine for the benchmark: renders or parses the template of a folder for a number of milliseconds at a
 * time, as told by lines on standard input, and answers with the rate per second.
 */
public class RenderBench {
  public static void main(String[] args) throws Exception {
    Logger.selectLoggerLibrary(Logger.LIBRARY_NONE);
    Path folder = Path.of(args[0]);
    Configuration configuration = new Configuration(new Version(2, 3, 31));
    configuration.setLocale(Locale.US);
    configuration.setTimeZone(TimeZone.getTimeZone("UTC"));
    configuration.setURLEscapingCharset("UTF-8");
    Path others = folder.resolve("templates");
    if (Files.exists(others)) configuration.setDirectoryForTemplateLoading(others.toFile());
    String source = Files.readString(folder.resolve("template.ftl"));
    Map<String, TemplateModel> model = readModel(folder, configuration);
    Template template = new Template("main.ftl", source, configuration);
    System.out.println("ready");
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ");
      long duration = Long.parseLong(words[1]) * 1_000_000;
      switch (words[0]) {
        case "output" -> Files.writeString(folder.resolve("output.txt"), render(template, model));
        case "render" -> System.out.println(rate(duration, () -> render(template, model).length()));
        case "parse" -> System.out.println(rate(duration, () -> new Template("main.ftl", source, configuration).hashCode()));
        default -> throw new IllegalArgumentException(line);
      }
      if (words[0].equals("output")) System.out.println("done");
    }
  }

  /** The engine itself reads the JSON, so that the values are those that it prefers. */
  static Map<String, TemplateModel> readModel(Path folder, Configuration configuration) throws Exception {
    String json = Files.readString(folder.resolve("model.json"));
    Template reader = new Template("model.ftl", "<#global model = json?eval_json>", configuration);
    Environment environment = reader.createProcessingEnvironment(Map.of("json", json), new StringWriter());
    environment.process();
    var hash = (freemarker.template.TemplateHashModelEx) environment.getVariable("model");
    Map<String, TemplateModel> model = new java.util.HashMap<>();
    var keys = hash.keys().iterator();
    while (keys.hasNext()) {
      String key = ((freemarker.template.TemplateScalarModel) keys.next()).getAsString();
      model.put(key, hash.get(key));
    }
    return model;
  }

  static String render(Template template, Object model) throws Exception {
    StringWriter writer = new StringWriter();
    template.process(model, writer);
    return writer.toString();
  }

  interface Work {
    int run() throws Exception;
  }

  static long sink;

  static double rate(long duration, Work work) throws Exception {
    long start = System.nanoTime();
    long end = start + duration;
    long count = 0;
    while (System.nanoTime() < end) {
      sink += work.run();
      count++;
    }
    return count / ((System.nanoTime() - start) / 1e9);
  }
}
