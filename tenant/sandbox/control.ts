import { randomIdentifier } from '../requests/identifier.ts';
import { seedRules } from '../rules/seed-rules.ts';
import type { DeliveryService } from '../delivery/index.ts';
import { acceptEvents, acceptEventsInBatch, type AcceptedEvent } from '../delivery/accept-events.ts';
import type { SampleRequest } from '../events/sample-event.ts';
import { resendDeliveries, type Replay } from '../delivery/resend-deliveries.ts';
import type { StoredApplication } from '../management/application-record.ts';
import type { ApplicationScripts } from '../management/application-scripts.ts';
import type { Person } from '../oidc/accounts.ts';
import type { TestSignIns } from '../oidc/test-sign-ins.ts';
import { inTransaction } from '../store/open-database.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { createGenerators, type Generators } from './event-generator.ts';
import { createFaultRegistry, type FaultRegistry } from './fault-registry.ts';

/** Sizes to fill the tenant to; an omitted member is unchanged. */
export interface ScaleRequest {
  readonly apps?: number | undefined;
  readonly events?: number | undefined;
}

export interface SandboxParts {
  readonly delivery: DeliveryService;
  /** Resets everything but rules, events and deliveries to the seeded state. */
  readonly reset: () => void | Promise<void>;
  /** Fills the tenant with applications and events; resolves to the resulting sizes. */
  readonly scale: (request: ScaleRequest) => Promise<{ readonly apps: number; readonly events: number }>;
  /** Without it, test sign-ins are unavailable. */
  readonly testing?: SignInTesting;
}

/** The parts of the tenant needed for test sign-ins. */
export interface SignInTesting {
  readonly tests: TestSignIns;
  readonly people: () => readonly Person[];
  readonly findApplication: (id: string) => StoredApplication | undefined;
  readonly scripts: ApplicationScripts;
}

/** Operations shared by the control API and the status page. */
export interface SandboxControl {
  readonly context: TenantContext;
  readonly delivery: DeliveryService;
  readonly faults: FaultRegistry;
  readonly generators: Generators;
  readonly scale: SandboxParts['scale'];
  readonly testing: SignInTesting | undefined;
  /** Resolves once the events are stored with their deliveries. */
  raise(requests: readonly SampleRequest[]): Promise<AcceptedEvent[]>;
  replay(ids: readonly string[], throughRule?: string): Replay[];
  /** Stops generators, removes faults, and resets the tenant to its seeded state. */
  reset(): Promise<void>;
}

export function createSandboxControl(context: TenantContext, parts: SandboxParts): SandboxControl {
  const { delivery } = parts;
  const { rules, events, deliveries, commits } = delivery;
  const newId = (): string => randomIdentifier(context.randomBytes);
  const intake = { context, rules, events, deliveries, commits, wake: delivery.wake };
  const faults = createFaultRegistry(newId);
  const generators = createGenerators(
    (requests) => acceptEvents(intake, requests),
    newId,
    context,
    (error) => process.stderr.write(`A generator couldn't send its events: ${String(error)}\n`),
  );
  return {
    context,
    delivery,
    faults,
    generators,
    scale: parts.scale,
    testing: parts.testing,
    raise: (requests) => acceptEventsInBatch(intake, requests),
    replay: (ids, throughRule) => resendDeliveries(intake, ids, throughRule),
    async reset() {
      generators.stopAll();
      faults.clear();
      parts.testing?.tests.clear();
      inTransaction(context.database, () => {
        deliveries.clear();
        events.clear();
        rules.clear();
        seedRules(context);
      });
      await parts.reset();
    },
  };
}
