import { flushSync, mount, unmount } from 'svelte';
import type { ChartChoice } from '../../../contract/queries/results.ts';
import { type PlotPicture, plotPicture } from '../../ui/index.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { chartDescription } from './chart-choice.ts';
import type { ChartData } from './chart-data.ts';
import ResultPlot from './ResultPlot.svelte';

/** CSS pixels: fits a page of a document or a slide, regardless of the window size. */
const size = { width: 912, height: 420 };
/** Frames until the plot has measured its size. */
const maxFrames = 120;

/**
 * A chart as a separate image: rendered again in one size and in the light theme, so that it is the same from every
 * window. Rejects if nothing was drawn.
 */
export async function chartPicture(
  chart: ChartChoice,
  data: ChartData,
  notes: readonly string[],
): Promise<PlotPicture> {
  const frame = document.createElement('div');
  frame.dataset['theme'] = 'light';
  frame.inert = true;
  Object.assign(frame.style, {
    ...{ position: 'fixed', left: '-10000px', top: '0', display: 'flex', flexDirection: 'column' },
    ...{ width: `${size.width}px`, height: `${size.height}px` },
  });
  document.body.append(frame);
  const drawn = mount(ResultPlot, { target: frame, props: { chart, data, height: size.height } });
  try {
    flushSync();
    const drawing = await drawingIn(frame);
    const { title } = chartDescription(chart);
    return plotPicture({
      ...{ drawing, title: capitalized(title), notes },
      legend: chart.kind !== 'ring' && data.series.length > 1 ? data.series.map(({ name }) => name) : [],
      isOfLines: chart.kind === 'lines',
    });
  } finally {
    await unmount(drawn);
    frame.remove();
  }
}

async function drawingIn(frame: HTMLElement): Promise<SVGSVGElement> {
  for (let frames = 0; frames < maxFrames; frames += 1) {
    const drawing = frame.querySelector<SVGSVGElement>('figure > div > svg');
    if (drawing !== null) return drawing;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('Couldn’t export the chart. Keep the window visible and try again.');
}
