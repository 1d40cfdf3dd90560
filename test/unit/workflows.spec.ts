import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));

const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() });
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({ uses: z.string().optional(), steps: z.array(stepSchema).optional() }),
  ),
});
const { scripts, optionalDependencies } = z
  .object({
    scripts: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

describe.each(files)('the workflow %s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const workflow = workflowSchema.parse(parse(text));
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  it('pins every action to its digest instead of a movable name, and notes the version', () => {
    const used = [...jobs, ...steps].flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((uses) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
    const lines = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(lines).toHaveLength(used.length);
  });

  it('may only read the repository', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('runs no script that is missing in package.json', () => {
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  });
});

describe('known vulnerabilities', () => {
  const text = readFileSync(join(folder, 'audit.yml'), 'utf8');

  it('are checked at every change and each week, and fail with instructions', () => {
    expect(parse(text)).toMatchObject({
      on: { push: { branches: ['main'] }, pull_request: null, schedule: [{ cron: expect.any(String) }] },
    });
    const runs = workflowSchema
      .parse(parse(text))
      .jobs['audit']?.steps?.flatMap(({ run = '' }) => (run.includes('npm audit') ? [run] : []));
    expect(runs).toHaveLength(2);
    expect(runs?.[0]).toMatch(/npm audit .*--omit=dev --audit-level=high \|\|/);
    for (const run of runs ?? [])
      expect(run).toMatch(/::error title=npm audit::.*Run 'npm audit fix[^\n]*\n\s*exit 1/);
  });
});

describe('updates of dependencies', () => {
  const { updates } = z
    .object({
      updates: z.array(
        z.object({
          'package-ecosystem': z.string(),
          schedule: z.object({ interval: z.string() }),
          groups: z.record(z.string(), z.object({ patterns: z.array(z.string()).optional() })),
        }),
      ),
    })
    .parse(parse(readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8')));

  it('come each week and in groups, for packages and for actions', () => {
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions']);
    for (const { schedule, groups } of updates) {
      expect(schedule.interval).toBe('weekly');
      expect(Object.keys(groups)).not.toEqual([]);
    }
  });

  it('update the Node of all systems together', () => {
    const patterns = updates[0]?.groups['node']?.patterns?.map((pattern) => pattern.replace('*', '')) ?? [];
    const names = Object.keys(optionalDependencies);
    expect(names.filter((name) => !patterns.some((pattern) => name.startsWith(pattern)))).toEqual([]);
  });
});

describe('together', () => {
  it('start each installer on every system that has one', () => {
    const { jobs } = parse(readFileSync(join(folder, 'check.yml'), 'utf8')) as {
      jobs: { package: { strategy: { matrix: { os: string[] } }; steps: { run?: string }[] } };
    };
    expect(jobs.package.strategy.matrix.os.map((os) => os.split('-', 1)[0])).toEqual([
      'ubuntu',
      'macos',
      'windows',
    ]);
    expect(jobs.package.steps.filter(({ run }) => run?.includes('npm run installers'))).toHaveLength(2);
  });

  it('have the jobs and the systems that are documented as proof', () => {
    const { jobs } = z
      .object({
        jobs: z.record(
          z.string(),
          z.object({ strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }) }),
        ),
      })
      .parse(parse(readFileSync(join(folder, 'check.yml'), 'utf8')));
    const page = readFileSync(join(root, 'docs', 'decisions', 'unproven.md'), 'utf8');
    const [proven = ''] = page.split('## Needs a person');
    const cells = [...proven.matchAll(/\| `([\w-]+)`, ([^|]+?) +\|$/gm)];
    expect(cells.length).toBeGreaterThan(5);
    for (const [, job = '', systems = ''] of cells) {
      const known = jobs[job]?.strategy.matrix.os ?? [];
      const named = systems === 'all systems' ? ['ubuntu', 'macos', 'windows'] : systems.split(' and ');
      expect(named.filter((name) => !known.some((os) => os.startsWith(name)))).toEqual([]);
    }
  });
});
