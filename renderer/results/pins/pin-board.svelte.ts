import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { Pin } from '../../../contract/pins/pins.ts';
import { PinnedChart } from './pinned-chart.svelte.ts';

/** Age in ms after which a chart is refreshed automatically. */
const oldAfterMs = 15 * 60_000;

/** A time in the future is ignored: the system clock was corrected since. */
const isOld = (startedAt: number, now: number): boolean => startedAt > now || now - startedAt > oldAfterMs;

/** The pinned charts of a tenant, in order, refreshed when old. */
export class PinBoard {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #stopListening: () => void;
  readonly #charts = new SvelteMap<string, { readonly of: string; readonly chart: PinnedChart }>();
  #isLeft = false;
  /** They are loaded. */
  isRead = $state(false);
  pins = $state.raw<readonly Pin[]>([]);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#stopListening = desk.on('pins.changed', (changed) => {
      if (changed.tenantId === tenantId) void this.#take(changed.pins);
    });
  }

  chartOf(id: string): PinnedChart | undefined {
    return this.#charts.get(id)?.chart;
  }

  /** Rejects with the error of `pins.list`. */
  async load(): Promise<void> {
    await this.#take(await this.#desk.pins.list({ tenantId: this.#tenantId }));
    this.isRead = true;
  }

  /** Those without a result or with an old one, one after the other, to limit the load on the tenant. */
  async refreshOld(now: number): Promise<void> {
    await this.#refresh(({ drawn }) => drawn === undefined || isOld(drawn.result.startedAt, now));
  }

  async refreshAll(): Promise<void> {
    await this.#refresh(() => true);
  }

  leave(): void {
    this.#isLeft = true;
    this.#stopListening();
    for (const { chart } of this.#charts.values()) chart.leave();
  }

  async #refresh(isMeant: (chart: PinnedChart) => boolean): Promise<void> {
    for (const { id } of this.pins) {
      const chart = this.chartOf(id);
      if (chart !== undefined && !this.#isLeft && !chart.isRunning && isMeant(chart)) await chart.refresh();
    }
  }

  /** The chart of a pin stays as long as its source is the same. */
  async #take(pins: readonly Pin[]): Promise<void> {
    const restored: Promise<void>[] = [];
    for (const pin of pins) {
      const { title: _title, ...asked } = pin;
      const of = JSON.stringify(asked);
      const known = this.#charts.get(pin.id);
      if (known?.of === of) continue;
      known?.chart.leave();
      const chart = new PinnedChart(this.#desk, pin);
      this.#charts.set(pin.id, { of, chart });
      restored.push(chart.restore());
    }
    this.pins = pins;
    await Promise.all(restored);
    for (const [id, { chart }] of this.#charts) {
      if (this.pins.some((pin) => pin.id === id)) continue;
      chart.leave();
      this.#charts.delete(id);
    }
  }
}
