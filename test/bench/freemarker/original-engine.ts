import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BenchmarkCase } from './benchmark-cases.ts';
import type { FurtherCase } from './further-cases.ts';

/** The path in Debian's libfreemarker-java; FREEMARKER_JAR overrides it. */
const jar = process.env['FREEMARKER_JAR'] ?? '/usr/share/java/freemarker.jar';
const harness = fileURLToPath(new URL('RenderBench.java', import.meta.url));

/** Compiles the harness into `folder`; undefined without a JDK or FreeMarker. */
export function compileHarness(folder: string): string | undefined {
  if (!existsSync(jar)) return undefined;
  const classPath = `${folder}:${jar}`;
  const { status } = spawnSync('javac', ['-nowarn', '-d', folder, '-cp', jar, harness], { stdio: 'ignore' });
  return status === 0 ? classPath : undefined;
}

const javaArguments = (classPath: string, folder: string): readonly string[] => [
  ...['-Dfile.encoding=UTF-8', '-Xss4m', '-cp', classPath, 'RenderBench', folder],
];

/** Writes a case to where the harness finds it. */
export function writeCase(testCase: BenchmarkCase | FurtherCase, folder: string): string {
  const own = join(folder, testCase.name.replaceAll(/\W+/g, '-'));
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'template.ftl'), testCase.template);
  writeFileSync(join(own, 'model.json'), JSON.stringify(testCase.model));
  for (const [name, text] of Object.entries(othersOf(testCase))) {
    mkdirSync(join(own, 'templates'), { recursive: true });
    writeFileSync(join(own, 'templates', name), text);
  }
  return own;
}

/** The templates that a case includes and imports, by name. */
export function othersOf(testCase: BenchmarkCase | FurtherCase): Readonly<Record<string, string>> {
  return 'templates' in testCase ? (testCase.templates ?? {}) : {};
}

/** The original engine with one case loaded, in its own process. */
export class OriginalEngine {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;
  private readonly folder: string;

  constructor(classPath: string, folder: string) {
    this.folder = folder;
    this.process = spawn('java', javaArguments(classPath, folder));
    this.reader = createInterface({ input: this.process.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  /** Waits until the case is loaded. */
  async ready(): Promise<void> {
    await this.readLine();
  }

  async output(): Promise<string> {
    this.process.stdin.write('output 0\n');
    await this.readLine();
    return readFileSync(join(this.folder, 'output.txt'), 'utf8');
  }

  /** Renders for this many milliseconds; returns the renderings per second. */
  async rate(work: 'render' | 'parse', milliseconds: number): Promise<number> {
    this.process.stdin.write(`${work} ${milliseconds}\n`);
    return Number(await this.readLine());
  }

  close(): void {
    this.reader.close();
    this.process.kill();
  }

  private async readLine(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error('The process of the original engine ended.');
    return value;
  }
}

/** Milliseconds from starting a JVM to the first output. */
export function coldStartOfOriginal(classPath: string, folder: string): number {
  const start = performance.now();
  const { status } = spawnSync('java', javaArguments(classPath, folder), { input: 'output 0\n' });
  if (status !== 0) throw new Error('The original engine could not be started.');
  return performance.now() - start;
}
