import { mount } from 'svelte';
import '../ui/style/index.css';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('The gallery page has no #app element.');
mount(Gallery, { target });
