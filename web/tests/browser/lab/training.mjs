// What the tests of models in training have in common.

export const panel = (settings = '') => ({ address: `#panel=train${settings}`, plotted: false });
export const quick = '&train.task=classification&train.steps=60'; // a task that is learnt within a second
export const long = '&train.task=classification&train.steps=0&train.epochs=20000';
export const finished = ({ shown }) => shown?.drawn && shown.sides.length > 0 && shown.sides.every(({ status }) => status === 'finished');
export const trained = (updates) => ({ shown }) => shown?.drawn && shown.sides.length > 0 && shown.sides.every(({ step }) => step >= updates);
export const place = (page) => page.locator('#panel');
export const press = (page, name) => place(page).getByRole('button', { name, exact: true }).click();

/** The pixels of the first attention map. */
export const picture = (page) => page.evaluate(() => {
  const canvas = document.querySelector('.weights canvas');
  return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data];
});
