// The views of the demonstration other than the run in the canvas: one row each, in the order of their tabs. A row's module is
// fetched when its view is first opened; HACKING.md says what it must export.

export const panels = [
  { id: 'theorems', title: 'Theorems', load: () => import('./panels/theorems/panel.js') },
  { id: 'ensemble', title: 'Ensemble', load: () => import('./panels/ensemble/panel.js') },
  { id: 'map', title: 'Phase diagram', load: () => import('./panels/map/panel.js') },
  { id: 'train', title: 'Train a transformer', load: () => import('./panels/train/panel.js') },
];
