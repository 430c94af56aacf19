// The views of the demonstration beside the one run in the canvas: one row each, in the order of their tabs. A row's module is
// fetched when its view is first opened; HACKING.md tells what it has to offer.

export const panels = [
  { id: 'theorems', title: 'Theorems', load: () => import('./theorems_panel.js') },
  { id: 'ensemble', title: 'Ensemble', load: () => import('./ensemble_panel.js') },
  { id: 'map', title: 'Phase diagram', load: () => import('./map_panel.js') },
  { id: 'train', title: 'Train a transformer', load: () => import('./train_panel.js') },
];

export const panelIds = panels.map(({ id }) => id);

/** Whether `key` of an address is a setting of a panel, as `ensemble.count`. */
export const isPanelSetting = (key) => panelIds.some((id) => key.startsWith(`${id}.`));
