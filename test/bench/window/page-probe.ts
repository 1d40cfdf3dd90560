/**
 * Runs in the page, as a string: what a user waits for is measured where it is drawn. Times are milliseconds
 * of the page's clock.
 */
export const pageProbe = `(() => {
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        // A message sent from a frame is received once that frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      }),
    );
  return (window.windowBench = {
    /** Measures from each key to the frame that shows its effect; "by" is the event that reports a key. */
    watchKeys(selector, by) {
      const times = [];
      const listen = async (event) => {
        if (!event.target.matches(selector)) return;
        const from = event.timeStamp;
        times.push((await painted()) - from);
      };
      document.addEventListener(by, listen, { capture: true });
      window.windowBench.measured = async (count) => {
        while (times.length < count) await painted();
      };
      window.windowBench.keyTimes = () => {
        document.removeEventListener(by, listen, { capture: true });
        return times;
      };
    },
    /** Marks each key in one editor, and each change in another. */
    watchPreview(typedIn, shownIn, keyMark, shownMark) {
      /** Milliseconds from each key until the page received its event. */
      const late = [];
      let shown = 0;
      const listen = (event) => {
        if (!event.target.matches(typedIn)) return;
        performance.mark(keyMark);
        late.push(performance.now() - event.timeStamp);
        const preview = document.querySelector(shownIn);
        const before = preview.textContent;
        const observer = new MutationObserver(() => {
          if (preview.textContent === before) return;
          observer.disconnect();
          performance.mark(shownMark);
          shown += 1;
        });
        observer.observe(preview, { subtree: true, childList: true, characterData: true });
      };
      document.addEventListener('beforeinput', listen, { capture: true });
      window.windowBench.previewed = async (count) => {
        while (shown < count) await painted();
        await painted();
      };
      window.windowBench.endPreview = () => {
        document.removeEventListener('beforeinput', listen, { capture: true });
        return late;
      };
    },
    /** Resolves when the DOM has stopped changing and the page is idle. */
    idle() {
      return new Promise((resolve) => {
        let quiet = setTimeout(done, 1500);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(done, 1500);
        });
        function done() {
          observer.disconnect();
          requestIdleCallback(resolve);
        }
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
    },
    addPlainInput() {
      const input = document.createElement('input');
      input.id = 'plain-input';
      input.setAttribute('aria-label', 'Plain input');
      input.style.cssText = 'position:fixed;inset:auto 0 0 auto;z-index:1000';
      document.body.append(input);
      return input.id;
    },
    /** From following a link in the rail until its view is drawn. */
    openView(link, what) {
      const anchor = [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim().startsWith(link));
      return window.windowBench.press(anchor, what);
    },
    /** From pressing an element until its result is drawn. */
    async press(element, { selector, text }) {
      const isShown = () => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text));
      if (isShown()) throw new Error('What is waited for is shown already.');
      const from = performance.now();
      element.click();
      await new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      return (await painted()) - from;
    },
    /** The duration, and the frames drawn in that time. */
    async watched(work) {
      const frames = [];
      let isOver = false;
      const watching = (async () => {
        for (let last = await painted(); !isOver; ) {
          const now = await painted();
          frames.push(now - last);
          last = now;
        }
      })();
      const ms = await work();
      isOver = true;
      await watching;
      return { ms, frames };
    },
    /** From selecting a file until its result is drawn; call it before the selection. */
    async chosen({ selector, text }) {
      const isShown = () => document.querySelector(selector)?.textContent.includes(text) === true;
      if (isShown()) throw new Error('What is waited for is shown already.');
      await new Promise((resolve) => document.addEventListener('change', resolve, { once: true, capture: true }));
      const from = performance.now();
      return window.windowBench.watched(async () => {
        await new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!isShown()) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        return (await painted()) - from;
      });
    },
    async scroll(selector, frames, { down = 0, right = 0 }) {
      let list = document.querySelector(selector);
      while (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible') list = list.parentElement;
      const durations = [];
      let last = await painted();
      for (let frame = 0; frame < frames; frame += 1) {
        list.scrollTop += down;
        list.scrollLeft += right;
        const now = await painted();
        durations.push(now - last);
        last = now;
      }
      return durations;
    },
  });
})()`;
