// The place of the canvas on the page. The stage is as high as the drawing wants to be; the canvas in it is never higher
// than the window and sticks while the reader scrolls, so that a phone needs no canvas of many thousand pixels.

/** Keeps the canvas as sharp as the screen and reports to `view` its size and the visible part of the stage. */
export class Stage {
  #stage;
  #canvas;
  #view;
  #wanted;
  #scrolled = -1;

  constructor(stage, canvas, view) {
    this.#stage = stage;
    this.#canvas = canvas;
    this.#view = view;
    this.#wanted = stage.clientHeight;
    new ResizeObserver(() => this.#fitHeight()).observe(stage);
    addEventListener('resize', () => this.#fitHeight());
    addEventListener('scroll', () => this.#tellScroll(), { passive: true });
    this.#observePixels();
  }

  /** The height that the drawing wants, in CSS pixels. */
  set height(pixels) {
    this.#wanted = pixels;
    this.#stage.style.height = `${pixels}px`;
    this.#fitHeight();
  }

  #fitHeight() {
    const height = Math.min(this.#wanted, document.documentElement.clientHeight);
    this.#canvas.style.height = `${height}px`;
    this.#tellScroll();
  }

  #tellScroll() {
    const most = Math.max(0, this.#wanted - this.#canvas.clientHeight);
    const scrolled = Math.min(Math.max(0, -this.#stage.getBoundingClientRect().top), most);
    if (scrolled === this.#scrolled) return;
    this.#scrolled = scrolled;
    this.#view.scroll(scrolled);
  }

  #observePixels() {
    const observer = new ResizeObserver(([entry]) => {
      const [{ inlineSize, blockSize }] = entry.contentBoxSize;
      if (inlineSize > 0 && blockSize > 0) this.#view.resize(inlineSize, blockSize, pixelRatio(entry));
      this.#tellScroll();
    });
    try {
      observer.observe(this.#canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(this.#canvas);
    }
  }
}

/**
 * Device pixels in a CSS pixel. The size in device pixels comes from the browser, which alone knows how it rounds at fractional
 * zoom; where it does not say, or reports another screen than the one it emulates, from the CSS size.
 */
function pixelRatio({ contentBoxSize: [css], devicePixelContentBoxSize }) {
  const device = devicePixelContentBoxSize?.[0].inlineSize;
  const isRounding = Math.abs(device - css.inlineSize * devicePixelRatio) <= 1;
  return isRounding ? device / css.inlineSize : devicePixelRatio;
}

/** Calls `tell(visible)` when the canvas comes into or leaves the reader's sight. */
export function watchVisibility(element, tell) {
  let onScreen = true;
  const update = () => tell(onScreen && !document.hidden);
  new IntersectionObserver(([entry]) => {
    onScreen = entry.isIntersecting;
    update();
  }).observe(element);
  document.addEventListener('visibilitychange', update);
}
