// What the tests of several panels have in common.

/** The page with a panel of its address open: nothing is plotted in the canvas. */
export const panel = (address) => ({ address, plotted: false });

/** Whether the open panel has computed all it was asked for. */
export const done = ({ shown }) => shown?.work?.done === true;
